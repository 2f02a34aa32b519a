import type { OwnIssue, OwnIssues } from '../../ports.js';
import type { Client } from './client.js';
import { identityOf } from './identity-of.js';

interface Raw {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body?: string | null | undefined;
  readonly state: string;
  readonly html_url: string;
  readonly user: { readonly login: string; readonly id: number } | null;
  readonly pull_request?: unknown;
}

const issueOf = ({ id, number, title, body, state, html_url, user }: Raw): OwnIssue => ({
  id,
  number,
  title,
  body: body ?? '',
  open: state === 'open',
  url: html_url,
  author: identityOf(user),
});

/** Issues of crew's own. */
export function githubOwnIssues({ rest, paginate }: Client, at: { owner: string; repo: string }): OwnIssues {
  return {
    async by(login) {
      const ask = { ...at, creator: login, state: 'all' as const, sort: 'created' as const, direction: 'asc' as const };
      const found: readonly Raw[] = await paginate(rest.issues.listForRepo, { ...ask, per_page: 100 });
      return found.filter((each) => each.pull_request === undefined).map(issueOf);
    },
    open: async (issue) => issueOf((await rest.issues.create({ ...at, ...issue })).data),
    async rewrite(number, issue) {
      await rest.issues.update({ ...at, issue_number: number, ...issue });
    },
    async children(parent) {
      const found = await paginate(rest.issues.listSubIssues, { ...at, issue_number: parent, per_page: 100 });
      return found.map(({ number }) => number);
    },
    async adopt(parent, id) {
      await rest.issues.addSubIssue({ ...at, issue_number: parent, sub_issue_id: id });
    },
    async close(number) {
      await rest.issues.update({ ...at, issue_number: number, state: 'closed', state_reason: 'not_planned' });
    },
  };
}
