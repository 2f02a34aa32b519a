import { placeOf } from '../place.js';
import type { Manager } from './project.js';
import { settingsIn } from './settings-in.js';

const MANIFESTS = ['requirements.txt', 'pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile'];

/** Prints pip's default index and the host of its files from pip's source. */
const DEFAULTS = [
  'from pip._internal.models.index import PyPI',
  'print(PyPI.simple_url)',
  "print('https://' + PyPI.file_storage_domain)",
].join('\n');

/** pip and uv: variables, configuration files and requirements.txt; the default index unless another one replaces it. */
export const pip: Manager = async ({ variable, file, own, ask }) => {
  const manifests = await Promise.all(MANIFESTS.map(file));
  if (manifests.every((text) => text === null)) return [];
  const files = await Promise.all([
    own(variable('PIP_CONFIG_FILE') ?? '.config/pip/pip.conf'),
    own('.pip/pip.conf'),
    own('/etc/pip.conf'),
  ]);
  const found = (key: string) => [
    ...files.flatMap((text) => settingsIn(text, new RegExp(`^${key}$`)).flatMap(words)),
    ...[...(manifests[0] ?? '').matchAll(new RegExp(`^\\s*--${key}[\\s=]+(\\S+)`, 'gm'))].map(([, url = '']) => url),
  ];
  const index = [...words(variable('PIP_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_INDEX_URL')), ...found('index-url')];
  const extra = [
    ...words(variable('PIP_EXTRA_INDEX_URL', 'UV_INDEX', 'UV_EXTRA_INDEX_URL')),
    ...found('extra-index-url'),
  ];
  const [usual = '', contents = ''] = words(await ask('python3', ['-I', '-c', DEFAULTS]));
  const isUsual = index.length === 0 || index.some((url) => placeOf(url)?.host === placeOf(usual)?.host);
  return [...index, ...extra, ...(isUsual ? [usual, contents] : [])];
};

const words = (text: string | null) => (text ?? '').split(/\s+/).filter(Boolean);
