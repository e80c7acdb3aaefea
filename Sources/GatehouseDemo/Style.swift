/// The look of the app, in light and dark.
enum Style {
    static let sheet = """
        :root { color-scheme: light dark; --ink: #1c2433; --soft: #5a6478; --paper: #fff; --back: #eef1f6; --line: #dde2ea;
          --accent: #2f5bd7; --on-accent: #fff; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e9ecf3; --soft: #a3acbd; --paper: #1d212b; --back: #12151c; --line: #343b4a; --accent: #8fabff;
            --on-accent: #10182b; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; min-height: 100vh; padding: 1.25rem; display: grid; align-content: center;
          justify-content: center; grid-template-columns: minmax(0, 40rem); background: var(--back);
          color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
        main { padding: 2.25rem; border: 1px solid var(--line); border-radius: 1.25rem;
          background: var(--paper); }
        .brand { margin: 0 0 1.75rem; color: var(--soft); font-size: .875rem; letter-spacing: .02em; }
        h1 { margin: 0 0 .75rem; font-size: 2rem; line-height: 1.15; letter-spacing: -.02em; overflow-wrap: anywhere; }
        h2 { margin: 1.75rem 0 .5rem; font-size: 1rem; }
        p { margin: 0 0 1.5rem; }
        .message { padding: .625rem .875rem; border-left: 3px solid var(--accent); background: var(--back); }
        dl { margin: 0 0 1.5rem; }
        dl div { display: grid; grid-template-columns: 11rem 1fr; gap: .25rem 1rem; padding: .5rem 0;
          border-top: 1px solid var(--line); }
        dt { color: var(--soft); overflow-wrap: anywhere; }
        dd { margin: 0; overflow-wrap: anywhere; }
        details { border-top: 1px solid var(--line); }
        summary { padding: .75rem 0; cursor: pointer; }
        pre { margin: 0 0 1rem; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: .5rem; background: var(--back);
          font: .875rem/1.5 ui-monospace, monospace; }
        button { min-height: 2.75rem; padding: .5rem 1.5rem; border: 1px solid transparent; border-radius: .625rem;
          background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
        button.quiet { margin-top: 1.5rem; border-color: var(--line); background: none; color: inherit; }
        button:hover { filter: brightness(1.08); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        @media (max-width: 34rem) { main { padding: 1.5rem; } dl div { grid-template-columns: 1fr; } }
        """
}
