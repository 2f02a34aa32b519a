// The first question, as long as what is expected makes it. Pure.
import { ENTRY, fieldsAt, namesAt, pathsAt } from '../entries-at.js';
import { FILES } from '../files-in.js';
import type { Expected } from './expected.js';

export interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A part of it: the variables that it declares, its field, and what they stand for. */
interface Part {
  readonly names: string;
  readonly field: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly fragment?: string;
}

/** The newest of a thread; of a longer one GitHub is asked in another way. */
const COMMENTS = `comments(last: 100) { totalCount nodes {
  fullDatabaseId body url createdAt lastEditedAt author { __typename login ... on User { databaseId } ... on Bot { databaseId } }
} }`;

/** Asks for a file, and for all else that is expected. */
export function questionOf(at: { owner: string; repo: string }, expected: Expected): Question {
  const parts = partsOf(expected);
  const names = parts.map((part) => part.names).join(', ');
  const query = `query crewOpening($owner: String!, $name: String!, ${names}) {
    viewer { login databaseId }
    repository(owner: $owner, name: $name) {
      defaultBranchRef { name }
      ${parts.map(({ field }) => field).join('\n')}
    }
    owners: repository(owner: $owner, name: ".github") { file: object(expression: $file) { ... on Blob { text isTruncated } } }
    rateLimit { cost }
  }
  ${parts.map(({ fragment = '' }) => fragment).join('')}`;
  const given = Object.assign({}, ...parts.map((part) => part.given)) as Question['variables'];
  return { query, variables: { owner: at.owner, name: at.repo, ...given } };
}

const partsOf = ({ file, folder, kept, commit, login, thread }: Expected): readonly Part[] => [
  {
    names: '$file: String!',
    field: 'file: object(expression: $file) { ... on Blob { text isTruncated } }',
    given: { file: `HEAD:${file}` },
  },
  {
    // The tree of the very commit, so that a ref that moves meanwhile cannot pair one's name with another's content.
    names: '$ref: String!',
    field: `kept: ref(qualifiedName: $ref) { target { oid ... on Commit {
      tree { entries { name object { ... on Blob { text isTruncated } } } }
    } } }`,
    given: { ref: `refs/${kept.ref}` },
  },
  ...(folder === undefined
    ? []
    : [
        {
          names: '$folder: String!',
          field: `folder: object(expression: $folder) { ${FILES} }`,
          given: { folder: `HEAD:${folder}` },
        },
      ]),
  ...(commit === undefined
    ? []
    : [
        {
          names: `$commit: GitObjectID!, ${namesAt(commit.paths)}`,
          field: `commit: object(oid: $commit) { ${fieldsAt(commit.paths)} }`,
          given: { commit: commit.sha, ...pathsAt(commit.paths) },
          fragment: ENTRY,
        },
      ]),
  ...(login === undefined
    ? []
    : [
        {
          names: '$login: String!',
          field: 'writers: collaborators(login: $login, first: 1) { edges { permission node { login } } }',
          given: { login },
        },
      ]),
  ...(thread === undefined
    ? []
    : [
        {
          names: '$thread: Int!',
          field: `thread: issueOrPullRequest(number: $thread) { ... on Issue { ${COMMENTS} } ... on PullRequest { ${COMMENTS} } }`,
          given: { thread },
        },
      ]),
];
