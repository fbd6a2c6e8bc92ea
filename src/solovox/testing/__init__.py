"""What third parties test with: contract suites and fakes for their adapters, which know the core and the ports and nothing else; a live server for their apps."""
