"""Words and pictures in the shapes that Discord takes."""
