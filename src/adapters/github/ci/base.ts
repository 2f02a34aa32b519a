// Reads the required and the failed checks of a base branch, in one request. Implements `readBase` of the port Ci.
import type { Annotation, CiBase } from '../../../ports/index.js';
import type { Client, RepositoryName } from '../client.js';
import { nullIfUnreadable } from './read.js';
import { checkState } from './state.js';

type CheckContext =
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
      readonly contexts: { readonly totalCount: number; readonly nodes: readonly (CheckContext | null)[] | null };
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
  const request = graphql<Answer>(QUERY, { owner, name, ref: `refs/heads/${branch}` }).catch(partialAnswer);
  const ref = (await nullIfUnreadable(request))?.repository?.ref;
  return { required: requiredBy(ref), failed: redIn(ref?.target?.statusCheckRollup?.contexts) };
}

/** The data of an answer with errors. A token that cannot see the rules can still read the checks. */
function partialAnswer(error: unknown): Answer {
  const { data } = (error ?? {}) as { data?: Answer | null };
  if (data?.repository) return data;
  throw error;
}

/** Required checks by branch protection and by rulesets. */
function requiredBy(ref: RawRef | null | undefined): readonly string[] {
  const byProtection = ref?.refUpdateRule?.requiredStatusCheckContexts ?? [];
  const byRulesets = (ref?.rules?.nodes ?? []).flatMap((rule) => rule?.parameters?.requiredStatusChecks ?? []);
  const names = [...byProtection, ...byRulesets.map(({ context }) => context)];
  return [...new Set(names.flatMap((context) => context ?? []))];
}

type CheckContexts = NonNullable<NonNullable<RawRef['target']>['statusCheckRollup']>['contexts'];

/** The failed checks, by name. Several workflows may have jobs of the same name: all of them must have failed. Empty if the list is incomplete. */
function redIn(contexts: CheckContexts | undefined): CiBase['failed'] {
  const allContexts = (contexts?.nodes ?? []).flatMap((context) => context ?? []);
  if (allContexts.length < (contexts?.totalCount ?? 0)) return [];
  const names = [...new Set(allContexts.map(nameOf))];
  return names.flatMap((name) => {
    const ofThisName = allContexts.filter((context) => nameOf(context) === name);
    return ofThisName.every(isRed) ? [{ name, annotations: ofThisName.flatMap(annotationsOf) }] : [];
  });
}

const nameOf = (context: CheckContext): string => (context.__typename === 'CheckRun' ? context.name : context.context);

function isRed(context: CheckContext): boolean {
  const conclusion = context.__typename === 'CheckRun' ? context.conclusion : context.state;
  // A pending status is no conclusion that `checkState` knows, so it is not red.
  return conclusion !== null && checkState({ status: 'completed', conclusion: conclusion.toLowerCase() }) === 'red';
}

function annotationsOf(context: CheckContext): readonly Annotation[] {
  const nodes = context.__typename === 'CheckRun' ? (context.annotations?.nodes ?? []) : [];
  return nodes.flatMap((node) => {
    if (!node) return [];
    const { path, annotationLevel, title, message, location } = node;
    return [{ path, line: location.start.line, level: levelOf(annotationLevel), title: title ?? '', message }];
  });
}

function levelOf(level: string | null): Annotation['level'] {
  if (level === 'WARNING') return 'warning';
  return level === 'NOTICE' ? 'notice' : 'failure';
}
