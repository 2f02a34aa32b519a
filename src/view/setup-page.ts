// The pages of the App's set-up: a form that creates the App on GitHub from its manifest, and what to do afterwards. Pure.
import { inert, plainPage } from './boards-page.js';

/** The address on GitHub that creates an App from a manifest, for an organization or for the person who is signed in. */
export const createAddress = (server: string, organization: string): string =>
  `${server}${organization === '' ? '' : `/organizations/${organization}`}/settings/apps/new`;

/** The form. Without a public address the App is created with an inactive webhook. */
export function setupPage(of: {
  readonly server: string;
  readonly organization: string;
  readonly address: string;
  readonly manifest: string;
  readonly state: string;
}): string {
  const action = `${createAddress(of.server, of.organization)}?state=${of.state}`;
  const webhook =
    of.address === ''
      ? 'The webhook will be inactive. Enter the address above first, or set it later on the page of the App.'
      : `GitHub will send webhooks to ${inert(of.address)}/api/github/webhooks.`;
  return plainPage(`<h1>Set up crew</h1>
<p>This server has no APP_ID. Create a GitHub App for it in two steps. This page is served on localhost only.</p>
<h2>1. Where GitHub reaches this server</h2>
<form method="get" action="/"><label for="address">Public address of this server, such as https://crew.example.org</label>
<input id="address" name="address" type="url" value="${inert(of.address)}"><label for="organization">Organization that owns the App (empty: your own account)</label>
<input id="organization" name="organization" value="${inert(of.organization)}"><button>Use these</button></form>
<h2>2. Create the App</h2>
<p>${webhook} The permissions and events are those of <code>app.yml</code>.</p>
<form method="post" action="${inert(action)}"><input type="hidden" name="manifest" value="${inert(of.manifest)}"><button>Create the GitHub App</button></form>`);
}

/** The page after GitHub has created the App. */
export function createdPage({ file, install }: { readonly file: string; readonly install: string }): string {
  return plainPage(`<h1>The App was created</h1>
<p>Its credentials are in <code>${inert(file)}</code>. Only you can read this file.</p>
<ul><li><a href="${inert(install)}">Install the App on your repositories</a></li></ul>
<p>Then stop this server and start it with the credentials:</p>
<pre>set -a; . ${inert(file)}; set +a; crew serve</pre>`);
}

/** The page when GitHub's answer cannot be used. */
export const failedPage = (why: string): string =>
  plainPage(`<h1>The App was not created</h1><p>${inert(why)}</p><ul><li><a href="/">Start again</a></li></ul>`);
