"""An app as a project of Vite."""
