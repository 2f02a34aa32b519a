import { beforeAll } from '@jest/globals';
import { folderStore } from '../../src/adapters/store/folder.js';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { refsStore } from '../../src/adapters/store/refs.js';
import { routedStore } from '../../src/adapters/store/routed.js';
import { newFolder } from '../build/folder.js';
import { openShop, type Shop, WORKFLOW } from '../build/shop.js';
import { storeContract } from './store.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ files: { '.github/workflows/crew.yml': WORKFLOW } });
});

storeContract('memory', async () => memoryStore());
storeContract('a folder', async () => folderStore(await newFolder()));
storeContract('refs of a repository on GitHub', async () => refsStore(shop.github().refs));
// Logs of the contract lie on either side, as their names have it.
storeContract('two stores, each log in one of them', async () =>
  routedStore({
    own: memoryStore(),
    shared: folderStore(await newFolder()),
    isShared: (log) => /[13579]-|a-1/.test(log),
  }),
);
