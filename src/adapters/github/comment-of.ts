import type { Comment, Identity } from '../../ports.js';
import { identityOf } from './identity-of.js';

interface Raw {
  readonly id: number;
  readonly body?: string | null | undefined;
  readonly html_url: string;
  readonly user: Identity | null;
}

/** Something that somebody said, wherever it stands. */
export const commentOf = ({ id, body, html_url, user }: Raw): Comment => ({
  id,
  body: body ?? '',
  url: html_url,
  author: identityOf(user),
});
