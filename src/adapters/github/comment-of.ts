import type { Comment, Identity } from '../../ports/index.js';
import { identityOf } from './identity-of.js';

interface Raw {
  readonly id: number;
  readonly body?: string | null | undefined;
  readonly html_url: string;
  readonly user: Identity | null;
  readonly created_at?: string | undefined;
  readonly updated_at?: string | undefined;
}

/** Converts a comment of the REST API. */
export const commentOf = ({ id, body, html_url, user, created_at, updated_at }: Raw): Comment => ({
  id,
  body: body ?? '',
  url: html_url,
  author: identityOf(user),
  ...(created_at === undefined ? {} : { at: created_at }),
  ...(updated_at !== undefined && updated_at !== created_at ? { editedAt: updated_at } : {}),
});
