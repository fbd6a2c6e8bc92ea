"""What third parties test their adapters with: contract suites and fakes. Knows the core and the ports, nothing else."""
