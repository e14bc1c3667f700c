import Glibc

/// Seconds since 1970, by the system's clock.
func systemSeconds() -> Int { time(nil) }
