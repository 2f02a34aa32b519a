// The part of a workshop that proves work, for tests of agents who do none: whoever reaches for it is told so.
import type { WorkEnvironment } from '../../src/ports/index.js';

const refuse = async (): Promise<never> => {
  throw new Error('nothing is proven in this workshop');
};

export const provesNothing: Pick<
  WorkEnvironment,
  'guardFor' | 'baseCommit' | 'openRunRepository' | 'openFolder' | 'copy' | 'apply' | 'verifier'
> = {
  guardFor: () => {
    throw new Error('nothing is proven in this workshop');
  },
  baseCommit: {
    head: async () => null,
    mergeBase: refuse,
    readInitialState: refuse,
    changesSince: refuse,
    checkOut: refuse,
    exclude: refuse,
    mergeConflict: refuse,
  },
  openRunRepository: refuse,
  openFolder: () => {
    throw new Error('nothing is proven in this workshop');
  },
  copy: () => {
    throw new Error('nothing is proven in this workshop');
  },
  apply: refuse,
  verifier: {
    sandbox: refuse,
    unsandboxed: refuse,
    artifacts: { create: refuse },
    storedArtifacts: refuse,
    keepArtifacts: refuse,
  },
};
