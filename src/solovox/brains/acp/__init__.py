"""Any agent that speaks the Agent Client Protocol over stdio, as the brain."""
