"""The screen of `solovox listen`: what is heard, thought, said and asked for, in a terminal."""
