"""The modules of the package stand in layers, and import downwards only."""
from __future__ import annotations

import ast
from pathlib import Path
from typing import Dict, Iterator, List, Tuple

import pytest

import lamina

PACKAGE = Path(lamina.__file__).parent

# From the bottom up. A module imports from its own layer and from those below; what an `if TYPE_CHECKING` imports does
# not count, and what a function imports does.
LAYERS: Dict[str, List[str]] = {
    "the library": ["_ffi", "_enum_names", "_functions", "_specs", "_library"],
    "errors and conversion": ["_sentences", "errors", "_failures", "_record", "_arguments", "_png", "_lifetime", "_handle"],
    "plain values": ["geometry", "style", "_look_table", "_formats", "bitmap", "looks", "_json_fields", "text_style", "_image_step", "_loaded"],
    "handles and callbacks": ["cairo", "_foreign", "canvas", "_arrangement", "_callbacks", "_layout_callbacks", "_load_callbacks", "_image_sources", "image", "_field", "_style_fields", "_asyncio", "_engine"],
    "text, drawings and images": ["text", "_text_look", "text_layout", "_drawing_json", "drawing", "transaction"],
    "specs and nodes": ["spec", "brackets", "traits", "presentation", "_presented", "animation", "transition", "_animate", "_node_appearance", "_node_drawing", "_node_layout", "_node_playback", "_node_ranges", "_node_tree", "scroll", "node", "text_node", "image_node", "node_group", "layout"],
    "contexts and surfaces": ["_pending", "pictures", "loads", "context", "surface", "threads", "_keeper"],
    "trees and templates": ["_tree_fields", "_keywords", "_tree_item", "_tree_build", "tree", "_template_json", "_row_values", "_rows", "_rows_async", "_rows_elsewhere", "template", "_row_versions", "row_sources", "_row_keys", "list_rows", "_list_kinds", "_list_cells", "_list_changes", "_list_layout", "_list_table", "_list_events", "lists"],
    "programs": ["lamina", "_render_command", "_cache_command", "__main__", "pytest_plugin", "x11"],
}  # fmt: skip


def imports(tree: ast.AST) -> Iterator[str]:
    """The modules of the package that are imported at run time, at the top or in a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for other in node.orelse:
                yield from imports(ast.Module([other], []))
        elif isinstance(node, ast.ImportFrom) and node.level == 1 and node.module:
            yield node.module
        elif isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from (each.name if (PACKAGE / f"{each.name}.py").exists() else "lamina" for each in node.names)
        else:
            assert not isinstance(node, ast.Import) or all(each.name.split(".")[0] != "lamina" for each in node.names)
            yield from imports(node)


@pytest.fixture(scope="module")
def graph() -> Dict[str, List[str]]:
    files = {"lamina" if path.stem == "__init__" else path.stem: path for path in PACKAGE.glob("*.py")}
    return {name: sorted(set(imports(ast.parse(path.read_text(encoding="utf-8"))))) for name, path in files.items()}


def test_every_module_has_its_layer(graph: Dict[str, List[str]]) -> None:
    assert sorted(name for names in LAYERS.values() for name in names) == sorted(graph)


def test_no_module_imports_from_a_layer_above(graph: Dict[str, List[str]]) -> None:
    place = {name: number for number, names in enumerate(LAYERS.values()) for name in names}
    upwards = [f"{name} imports {other}" for name, others in graph.items() for other in others if place[other] > place[name]]
    assert upwards == []


def test_no_modules_import_each_other(graph: Dict[str, List[str]]) -> None:
    assert cycle(graph) == ()


def test_a_cycle_is_found() -> None:
    assert cycle({"a": ["b", "c"], "b": [], "c": ["d"], "d": ["a"]}) == ("a", "c", "d", "a")
    found = ast.parse("from .node import Node\ndef f():\n    from . import _ffi\nif TYPE_CHECKING:\n    from .spec import Spec\nelse:\n    from .text import Text")
    assert list(imports(found)) == ["node", "_ffi", "text"]


def cycle(graph: Dict[str, List[str]]) -> Tuple[str, ...]:
    """The names along one cycle; none when there is no cycle."""
    done = set()

    def search(name: str, way: Tuple[str, ...]) -> Tuple[str, ...]:
        if name in way:
            return (*way[way.index(name) :], name)
        if name not in done:
            for other in graph[name]:
                found = search(other, (*way, name))
                if found:
                    return found
            done.add(name)
        return ()

    return next((found for found in (search(name, ()) for name in sorted(graph)) if found), ())
