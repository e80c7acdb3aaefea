// A C target needs a source file: this one carries only the headers in `include`.
