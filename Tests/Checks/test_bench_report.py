#!/usr/bin/env python3
"""That the comparison of benchmarks tells a change from noise."""
import copy
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import bench_report  # noqa: E402 (the path has to be set first)


def result(**figures):
    rows = [{"name": name, "unit": unit, "less_is_better": "/s" not in unit, "samples": samples,
             "median": sorted(samples)[len(samples) // 2], "ratio": None, "goal": None, "met": None}
            for name, (unit, samples) in figures.items()]
    return {"time": "now", "machine": {"processor": "p", "cores": 2, "memory": "", "kernel": "", "system": ""},
            "versions": {"lamina": "0.1.0", "commit": "a"}, "load": {"before": 0.1, "after": 0.2}, "figures": rows}


class Compare(unittest.TestCase):
    def lines(self, old, samples, unit="us"):
        lines, worse = bench_report.compare(result(a=(unit, old)), result(a=(unit, samples)))
        return "\n".join(lines), worse

    def test_slower(self):
        text, worse = self.lines([10, 10.1, 10.2], [12, 12.1, 12.2])
        self.assertEqual(worse, 1)
        self.assertIn("worse", text)

    def test_faster(self):
        text, worse = self.lines([10, 10.1, 10.2], [8, 8.1, 8.2])
        self.assertEqual(worse, 0)
        self.assertIn("better", text)

    def test_rates_are_better_when_they_grow(self):
        self.assertEqual(self.lines([10, 10.1, 10.2], [8, 8.1, 8.2], "1/s")[1], 1)
        self.assertEqual(self.lines([10, 10.1, 10.2], [12, 12.1, 12.2], "1/s")[1], 0)

    def test_noise(self):
        for samples in ([9, 10.5, 14], [10.2, 10.3, 10.4], [10.3, 10.35, 10.4]):
            text, worse = self.lines([10, 10.1, 10.2], samples)
            self.assertEqual(worse, 0, samples)
            self.assertIn("1 figures did not move", text)

    def test_new_and_gone(self):
        lines, worse = bench_report.compare(result(a=("us", [1])), result(b=("us", [1])))
        self.assertEqual(worse, 0)
        self.assertTrue(any(line.startswith("new") for line in lines) and any(line.startswith("gone") for line in lines))

    def test_another_machine_is_named(self):
        other = copy.deepcopy(result(a=("us", [1])))
        other["machine"]["cores"] = 64
        self.assertIn("two machines", bench_report.compare(result(a=("us", [1])), other)[0][0])

    def test_table_names_machine_load_and_versions(self):
        text = bench_report.table(result(a=("us", [1, 2, 3])))
        for words in ("2 cores", "Load 0.1 before", "0.1.0 (a)", "| a | 2 | us | 50.0% |"):
            self.assertIn(words, text)


if __name__ == "__main__":
    unittest.main()
