"""What an agent, a tool or a server would do to the person's things: which kind of act it is, its fence, and how it is given back."""
