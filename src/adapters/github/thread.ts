// Implements the port Thread: comments, labels and reactions of issues and pull requests.

import { UnansweredWrite } from '../../ports/errors.js';
import type { Comment, Identity, LabelLook, Thread } from '../../ports/index.js';
import { type Client, type RepositoryName, statusOf } from './client.js';

/** Comments, labels and reactions of issues and pull requests. */
export function githubThread({ rest, paginate }: Client, repository: RepositoryName): Thread {
  /** Labels that exist, as far as this process knows. */
  const definedLabels = new Set<string>();
  /** Creates a missing label with color and description; an existing one stays unchanged. */
  const define = async (name: string, { colour, description }: LabelLook): Promise<void> => {
    if (definedLabels.has(name)) return;
    definedLabels.add(name);
    const isThere = await rest.issues.getLabel({ ...repository, name }).then(
      () => true,
      (error: unknown) => (statusOf(error) === 404 ? false : Promise.reject(error)),
    );
    if (isThere) return;
    await rest.issues.createLabel({ ...repository, name, color: colour, description }).catch((error: unknown) => {
      // Another process created it, or the reply was lost. If it was a 422 for another reason, such as an invalid name, `addLabels` fails
      // next and reports it.
      if (statusOf(error) !== 422 && !(error instanceof UnansweredWrite)) throw error;
    });
  };

  return {
    async read(issue) {
      const comments = await paginate(rest.issues.listComments, { ...repository, issue_number: issue, per_page: 100 });
      return comments.map(commentOf).sort((a, b) => a.id - b.id);
    },
    async listMarked() {
      const comments = await paginate(rest.issues.listCommentsForRepo, { ...repository, per_page: 100 });
      return comments.map(commentOf).filter(({ body }) => body.includes('<!-- crew:'));
    },
    post: async (issue, body) =>
      commentOf((await rest.issues.createComment({ ...repository, issue_number: issue, body })).data),
    edit: async (id, body) =>
      commentOf((await rest.issues.updateComment({ ...repository, comment_id: id, body })).data),
    async remove(id) {
      // A comment that is already deleted is no error.
      await rest.issues.deleteComment({ ...repository, comment_id: id }).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
      });
    },
    async labels(issue) {
      const labels = await paginate(rest.issues.listLabelsOnIssue, {
        ...repository,
        issue_number: issue,
        per_page: 100,
      });
      return labels.map(({ name }) => name);
    },
    async label(issue, name, look) {
      if (look) await define(name, look);
      await rest.issues.addLabels({ ...repository, issue_number: issue, labels: [name] });
    },
    async unlabel(issue, name) {
      // A label that is already removed is no error.
      await rest.issues.removeLabel({ ...repository, issue_number: issue, name }).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
      });
    },
    async react(subject, content) {
      const reacted =
        'issue' in subject
          ? rest.reactions.createForIssue({ ...repository, issue_number: subject.issue, content })
          : rest.reactions.createForIssueComment({ ...repository, comment_id: subject.comment, content });
      // A comment that was deleted meanwhile is no error.
      await reacted.catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
      });
    },
  };
}

interface RawComment {
  readonly id: number;
  readonly body?: string | null | undefined;
  readonly html_url: string;
  readonly user: Identity | null;
  readonly created_at?: string | undefined;
  readonly updated_at?: string | undefined;
}

/** Converts a comment of the REST API. */
export const commentOf = ({ id, body, html_url, user, created_at, updated_at }: RawComment): Comment => ({
  id,
  body: body ?? '',
  url: html_url,
  author: identityOf(user),
  ...(created_at === undefined ? {} : { at: created_at }),
  ...(updated_at !== undefined && updated_at !== created_at ? { editedAt: updated_at } : {}),
});

/** The identity of a user; deleted accounts are `ghost`. */
export const identityOf = (user: Identity | null | undefined): Identity =>
  user ? { login: user.login, id: user.id } : { login: 'ghost', id: 0 };
