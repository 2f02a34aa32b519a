// Reads what a branch requires of a change and which of its checks already fail, in one request.
import type { Annotation, CiBase } from '../../../ports/index.js';
import type { Client } from '../client.js';
import { nullIfUnreadable, type RepositoryName } from './read.js';
import { checkState } from './state.js';

type Context =
  | {
      readonly __typename: 'CheckRun';
      readonly name: string;
      readonly conclusion: string | null;
      readonly annotations: { readonly nodes: readonly (RawAnnotation | null)[] | null } | null;
    }
  | { readonly __typename: 'StatusContext'; readonly context: string; readonly state: string };

interface RawAnnotation {
  readonly path: string;
  readonly annotationLevel: string | null;
  readonly title: string | null;
  readonly message: string;
  readonly location: { readonly start: { readonly line: number } };
}

interface RawRef {
  readonly refUpdateRule: { readonly requiredStatusCheckContexts: readonly (string | null)[] | null } | null;
  readonly rules: {
    readonly nodes:
      | readonly ({
          readonly parameters: { readonly requiredStatusChecks?: readonly { readonly context: string }[] } | null;
        } | null)[]
      | null;
  } | null;
  readonly target: {
    readonly statusCheckRollup?: {
      readonly contexts: { readonly totalCount: number; readonly nodes: readonly (Context | null)[] | null };
    } | null;
  } | null;
}

interface Answer {
  readonly repository: { readonly ref: RawRef | null } | null;
}

const QUERY = `query crewBase($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) {
      refUpdateRule { requiredStatusCheckContexts }
      rules(first: 100) {
        nodes { parameters { ... on RequiredStatusChecksParameters { requiredStatusChecks { context } } } }
      }
      target {
        ... on Commit {
          statusCheckRollup {
            contexts(first: 100) {
              totalCount
              nodes {
                __typename
                ... on CheckRun {
                  name
                  conclusion
                  annotations(first: 50) { nodes { path annotationLevel title message location { start { line } } } }
                }
                ... on StatusContext { context state }
              }
            }
          }
        }
      }
    }
  }
  rateLimit { cost }
}`;

/** Reads required and failing checks of a branch. */
export async function readBase(
  { graphql }: Client,
  { owner, repo: name }: RepositoryName,
  branch: string,
): Promise<CiBase> {
  const asked = graphql<Answer>(QUERY, { owner, name, ref: `refs/heads/${branch}` }).catch(partialAnswer);
  const ref = (await nullIfUnreadable(asked))?.repository?.ref;
  return { required: requiredBy(ref), failed: redIn(ref?.target?.statusCheckRollup?.contexts) };
}

/** A token that cannot see the rules can still read the checks. */
function partialAnswer(error: unknown): Answer {
  const { data } = (error ?? {}) as { data?: Answer | null };
  if (data?.repository) return data;
  throw error;
}

/** Required checks by branch protection and by rulesets. */
function requiredBy(ref: RawRef | null | undefined): readonly string[] {
  const older = ref?.refUpdateRule?.requiredStatusCheckContexts ?? [];
  const newer = (ref?.rules?.nodes ?? []).flatMap((rule) => rule?.parameters?.requiredStatusChecks ?? []);
  const names = [...older, ...newer.map(({ context }) => context)];
  return [...new Set(names.flatMap((each) => each ?? []))];
}

type Contexts = NonNullable<NonNullable<RawRef['target']>['statusCheckRollup']>['contexts'];

/** Several workflows may have jobs of the same name: a name is red if all of them are. If the list is incomplete, nothing is red. */
function redIn(contexts: Contexts | undefined): CiBase['failed'] {
  const seen = (contexts?.nodes ?? []).flatMap((each) => each ?? []);
  if (seen.length < (contexts?.totalCount ?? 0)) return [];
  const names = [...new Set(seen.map(nameOf))];
  return names.flatMap((name) => {
    const ofThisName = seen.filter((each) => nameOf(each) === name);
    return ofThisName.every(isRed) ? [{ name, annotations: ofThisName.flatMap(annotationsOf) }] : [];
  });
}

const nameOf = (each: Context): string => (each.__typename === 'CheckRun' ? each.name : each.context);

function isRed(each: Context): boolean {
  const conclusion = each.__typename === 'CheckRun' ? each.conclusion : each.state;
  return conclusion !== null && checkState({ status: 'completed', conclusion: conclusion.toLowerCase() }) === 'red';
}

function annotationsOf(each: Context): readonly Annotation[] {
  const nodes = each.__typename === 'CheckRun' ? (each.annotations?.nodes ?? []) : [];
  return nodes.flatMap((node) => {
    if (!node) return [];
    const { path, annotationLevel, title, message, location } = node;
    const level = annotationLevel === 'WARNING' ? 'warning' : annotationLevel === 'NOTICE' ? 'notice' : 'failure';
    return [{ path, line: location.start.line, level, title: title ?? '', message }];
  });
}
