"""A Discord of this machine alone: REST, gateway, voice gateway and voice over UDP, for the unpatched library."""
