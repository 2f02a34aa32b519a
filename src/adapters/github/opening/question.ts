// Builds the opening query. Pure.
import { ENTRY, fieldsAt, namesAt, pathsAt } from '../entries-at.js';
import { FILES } from '../files-in.js';
import type { Expected } from './expected.js';

export interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A part of the query: its variables, field and values. */
interface Part {
  readonly names: string;
  readonly field: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly fragment?: string;
}

/** The last hundred comments; longer threads are read by REST. */
const COMMENTS = `comments(last: 100) { totalCount nodes {
  fullDatabaseId body url createdAt lastEditedAt author { __typename login ... on User { databaseId } ... on Bot { databaseId } }
} }`;

/** The query for a file and everything else expected. */
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

const partsOf = ({ file, folder, refFile, commit, login, thread }: Expected): readonly Part[] => [
  {
    names: '$file: String!',
    field: 'file: object(expression: $file) { ... on Blob { text isTruncated } }',
    given: { file: `HEAD:${file}` },
  },
  {
    // Reads the file through the ref's commit, so that id and content belong together.
    names: '$ref: String!',
    field: `refFile: ref(qualifiedName: $ref) { target { oid ... on Commit {
      tree { entries { name object { ... on Blob { text isTruncated } } } }
    } } }`,
    given: { ref: `refs/${refFile.ref}` },
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
