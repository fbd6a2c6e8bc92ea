"""What turns text into sound."""
