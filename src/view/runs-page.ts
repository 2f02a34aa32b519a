// The App's own page: one offline document. Pure.
import type { RunSummary } from '../core/workflow.js';
import { messages } from '../text/lang/index.js';

const inert = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[letter] ?? letter,
  );

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1f2430, #e6e8ee); --soft: light-dark(#667085, #98a1b3); --line: light-dark(#e4e7ec, #2b3140); --ground: light-dark(#fbfbfd, #14171f); }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.5rem; letter-spacing: -.01em; margin: 0; } p { color: var(--soft); margin: .25rem 0 2rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 500; font-size: .85rem; } code { font: .9em ui-monospace, monospace; } td.soft { color: var(--soft); }`;

function row({ run, status, repo, issue, startedAt }: RunSummary): string {
  const where = `${repo ?? ''}${issue === undefined ? '' : `#${issue}`}`;
  return `<tr><td><code>${inert(run)}</code></td><td>${inert(messages('en').statusWord(status))}</td><td>${inert(where)}</td><td class="soft">${inert(startedAt)}</td></tr>`;
}

/** What ran, newest first. */
export function runsPage({ version, runs }: { version: string; runs: readonly RunSummary[] }): string {
  const table = `<table><thead><tr><th>Run</th><th>Status</th><th>Where</th><th>Began</th></tr></thead><tbody>${runs.map(row).join('')}</tbody></table>`;
  const body = runs.length > 0 ? table : '<p>Nothing has run yet. Write <code>/crew help</code> in an issue.</p>';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>crew</title><style>${STYLE}</style><main><h1>crew</h1><p>Version ${inert(version)} is here and listens.</p>${body}</main></html>`;
}
