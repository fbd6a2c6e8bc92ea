"""What answers: an agent of this machine without a network, or a model behind an HTTP address."""
