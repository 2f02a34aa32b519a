import type { Manager } from './project.js';
import { settingsIn } from './settings-in.js';

const INDEX = /^(?:extra-)?index-url$/;
const MANIFESTS = ['requirements.txt', 'pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile'];

/** pip knows its default index, and the host that the files come from, in its own source. */
const DEFAULTS = [
  'from pip._internal.models.index import PyPI',
  'print(PyPI.simple_url)',
  "print('https://' + PyPI.file_storage_domain)",
].join('\n');

/** pip and uv: variables, configuration files, `--index-url` of the requirements; else what pip itself says. */
export const pip: Manager = async ({ variable, file, own, ask }) => {
  const manifests = await Promise.all(MANIFESTS.map(file));
  if (manifests.every((text) => text === null)) return [];
  const files = await Promise.all([
    own(variable('PIP_CONFIG_FILE') ?? '.config/pip/pip.conf'),
    own('.pip/pip.conf'),
    own('/etc/pip.conf'),
  ]);
  const written = [...(manifests[0] ?? '').matchAll(/^\s*(?:-i|--index-url|--extra-index-url)[\s=]+(\S+)/gm)];
  const found = [
    ...words(variable('PIP_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_INDEX_URL')),
    ...words(variable('PIP_EXTRA_INDEX_URL', 'UV_INDEX', 'UV_EXTRA_INDEX_URL')),
    ...files.flatMap((text) => settingsIn(text, INDEX)),
    ...written.map(([, url = '']) => url),
  ];
  return found.length > 0 ? found : words(await ask('python3', ['-I', '-c', DEFAULTS]));
};

const words = (text: string | null) => (text ?? '').split(/\s+/).filter(Boolean);
