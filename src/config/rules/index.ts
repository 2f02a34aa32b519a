import type { UnlocatedProblem } from '../problem.js';
import type { Config } from '../schema.js';
import { placeholdersAreKnown } from './command-template.js';
import { allowedIsNotDenied } from './guard-patterns.js';
import { attentionIsNotBlocked, exemptIsNotSelected, ownLabelsAreFree, prefixIsNoLabel } from './labels.js';
import { memoryServerIsKnown, oneWayToAServer } from './mcp-servers.js';
import { modelsHavePrices, providerNamesModels } from './models.js';
import { hostsAreNotTheMachine } from './sandbox-hosts.js';
import { stepNamesDiffer } from './verify-steps.js';

type Rule = (config: Config) => readonly UnlocatedProblem[];

/** Rules between settings, which a schema cannot express. */
export const rules: readonly Rule[] = [
  prefixIsNoLabel,
  attentionIsNotBlocked,
  ownLabelsAreFree,
  exemptIsNotSelected,
  placeholdersAreKnown,
  stepNamesDiffer,
  allowedIsNotDenied,
  hostsAreNotTheMachine,
  oneWayToAServer,
  modelsHavePrices,
  providerNamesModels,
  memoryServerIsKnown,
];
