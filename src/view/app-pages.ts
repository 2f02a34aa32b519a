// The App's own pages: the list of boards, and the set-up that creates the App on GitHub from its manifest. No page loads anything from
// elsewhere. Used by src/app. Pure.
import { createHash } from 'node:crypto';

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[letter] ?? letter,
  );

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1f2a2e, #e8e6df); --soft: light-dark(#5c6b70, #9aa8ac); --line: light-dark(#e3e0d8, #2b383c); --ground: light-dark(#fbfaf5, #10191c); --accent: light-dark(#00606b, #6cc5c9); }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 4rem 1.25rem; }
h1 { font-family: Georgia, serif; font-size: 1.75rem; margin: 0; } p { color: var(--soft); margin: .25rem 0 2rem; }
li { list-style: none; border-bottom: 1px solid var(--line); } ul { padding: 0; } a { display: block; padding: .75rem 0; color: var(--accent); }
code, pre { font: .9em ui-monospace, monospace; } pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); }
label { display: block; margin: 1rem 0 .25rem; } input { width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; } button { margin: 1rem 0 2rem; padding: .5rem 1rem; font: inherit; }`;

/** The content security policy of the page: its own style, and forms only to the named address. */
export const plainPolicy = (formAction = "'none'"): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action ${formAction}`;

export const boardsPolicy = plainPolicy();

/** A page with one column of text. `body` is HTML. */
export const plainPage = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>crew</title><style>${STYLE}</style><main>${body}</main></html>`;

/** The list of public boards. */
export function boardsPage({ version, repos }: { version: string; repos: readonly string[] }): string {
  const list = `<ul>${repos.map((repo) => `<li><a href="/${escapeHtml(repo)}">${escapeHtml(repo)}</a></li>`).join('')}</ul>`;
  const body =
    repos.length > 0 ? list : '<p>No public board has been scanned yet. Write <code>/crew help</code> in an issue.</p>';
  return plainPage(`<h1>crew</h1><p>Version ${escapeHtml(version)} is running and listens for webhooks.</p>${body}`);
}

/** The address on GitHub that creates an App from a manifest, for an organization or for the person who is signed in. */
export const newAppAddress = (server: string, organization: string): string =>
  `${server}${organization === '' ? '' : `/organizations/${organization}`}/settings/apps/new`;

/** The form. Without a public address the App is created with an inactive webhook. */
export function setupPage(context: {
  readonly server: string;
  readonly organization: string;
  readonly address: string;
  readonly manifest: string;
  readonly state: string;
}): string {
  const action = `${newAppAddress(context.server, context.organization)}?state=${context.state}`;
  const webhook =
    context.address === ''
      ? 'The webhook will be inactive. Enter the address above first, or set it later on the page of the App.'
      : `GitHub will send webhooks to ${escapeHtml(context.address)}/api/github/webhooks.`;
  return plainPage(`<h1>Set up crew</h1>
<p>This server has no APP_ID. Create a GitHub App for it in two steps. This page is served on localhost only.</p>
<h2>1. Where GitHub reaches this server</h2>
<form method="get" action="/"><label for="address">Public address of this server, such as https://crew.example.org</label>
<input id="address" name="address" type="url" value="${escapeHtml(context.address)}"><label for="organization">Organization that owns the App (empty: your own account)</label>
<input id="organization" name="organization" value="${escapeHtml(context.organization)}"><button>Use these</button></form>
<h2>2. Create the App</h2>
<p>${webhook} The permissions and events are those of <code>app.yml</code>.</p>
<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="manifest" value="${escapeHtml(context.manifest)}"><button>Create the GitHub App</button></form>`);
}

/** The page after GitHub has created the App. */
export function createdPage({ file, install }: { readonly file: string; readonly install: string }): string {
  return plainPage(`<h1>The App was created</h1>
<p>Its credentials are in <code>${escapeHtml(file)}</code>. Only you can read this file.</p>
<ul><li><a href="${escapeHtml(install)}">Install the App on your repositories</a></li></ul>
<p>Then stop this server and start it with the credentials:</p>
<pre>set -a; . ${escapeHtml(file)}; set +a; crew serve</pre>`);
}

/** The page when GitHub's answer cannot be used. */
export const failedPage = (why: string): string =>
  plainPage(`<h1>The App was not created</h1><p>${escapeHtml(why)}</p><ul><li><a href="/">Start again</a></li></ul>`);
