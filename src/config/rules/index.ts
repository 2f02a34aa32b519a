import type { Breach } from '../problem.js';
import type { Config } from '../schema.js';
import { allowedIsNotDenied } from './allowed-is-not-denied.js';
import { attentionIsNotBlocked } from './attention-is-not-blocked.js';
import { exemptIsNotSelected } from './exempt-is-not-selected.js';
import { hostsAreNotTheMachine } from './hosts-are-not-the-machine.js';
import { memoryServerIsKnown } from './memory-server-is-known.js';
import { modelsHavePrices } from './models-have-prices.js';
import { oneWayToAServer } from './one-way-to-a-server.js';
import { ownLabelsAreFree } from './own-labels-are-free.js';
import { placeholdersAreKnown } from './placeholders-are-known.js';
import { prefixIsNoLabel } from './prefix-is-no-label.js';
import { providerNamesModels } from './provider-names-models.js';
import { stepNamesDiffer } from './step-names-differ.js';

type Rule = (config: Config) => readonly Breach[];

/** THE LIST of what a schema cannot say: how settings go together. */
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
