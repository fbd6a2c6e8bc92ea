"""The catalogue: real tools for small web apps, in eight domains (`tools/*.toml`), how one is found and which are recommended."""
