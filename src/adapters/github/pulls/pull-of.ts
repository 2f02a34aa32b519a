import type { Identity, Pull } from '../../../ports.js';
import { identityOf } from '../identity-of.js';

/** As much of a pull request as lists and single answers have in common. */
export interface RawPull {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly merged_at: string | null;
  readonly draft?: boolean | undefined;
  readonly title: string;
  readonly body: string | null;
  readonly user: Identity | null;
  readonly head: { readonly ref: string; readonly sha: string; readonly repo: { readonly full_name: string } | null };
  readonly base: { readonly ref: string; readonly sha: string; readonly repo: { readonly full_name: string } };
}

/** A pull request as crew works with it. */
export const pullOf = ({ number, html_url, title, body, user, head, base, ...raw }: RawPull): Pull => ({
  number,
  url: html_url,
  state: raw.merged_at !== null ? 'merged' : raw.state === 'open' ? 'open' : 'closed',
  draft: raw.draft ?? false,
  title,
  body: body ?? '',
  author: identityOf(user),
  head: { repo: head.repo?.full_name ?? null, branch: head.ref, sha: head.sha },
  base: { branch: base.ref, sha: base.sha },
});

/** Offered by a branch of the very repository: GitHub's own filter goes by the owner's name, and takes what it does not understand for no filter. */
export const isFrom = ({ head, base }: RawPull, branch: string): boolean =>
  head.ref === branch && head.repo?.full_name === base.repo.full_name;
