// Which folder may import which under src/, as settings of ESLint's no-restricted-imports, which sees the specifier
// and not the file. Therefore each folder gets a pattern per depth: as many `../` as lead out of it, then a name that
// is not on its list.

const BELOW_THE_BRIDGE = [
  ...[
    'plugin/',
    'model/',
    'net/',
    'store/',
    'outbox/',
    'messages/',
    'center/',
    'callback/',
    'config/',
    'protocol/',
    'texts/',
  ],
  ...['operations/', 'lru-cache.ts', 'read-options.ts'],
  ...['config.ts', 'errors.ts', 'host/', 'logger.ts', 'queue/', 'secret.ts', 'telemetry/'],
];

// Options that a bridge and a plugin both have are documented and checked once.
const OF_THE_PLUGIN = [
  ...['model/', 'net/', 'protocol/', 'texts/', 'errors.ts', 'find-named-button.ts', 'host/', 'read-options.ts'],
  ...['time-limit.ts'],
  ...['messages/check-message.ts', 'messages/message-types.ts'],
  ...[
    'config/circulation.ts',
    'config/expressions.ts',
    'config/fields.ts',
    'config/identity.ts',
    'config/limits.ts',
    'config/locale.ts',
  ],
  ...['config/message-type-options.ts', 'config/parse-or-throw.ts', 'config/process-defaults.ts'],
];

/** What each folder, and each file at the top of src/, may import of the rest of src/. */
const MAY_IMPORT = {
  'error-codes.ts': [],
  'find-named-button.ts': ['errors.ts'],
  'errors.ts': ['error-codes.ts'],
  host: ['read-options.ts'],
  'log-events.ts': [],
  'logger.ts': ['errors.ts', 'log-events.ts'],
  'lru-cache.ts': [],
  'package-root.ts': [],
  'page-files.ts': [],
  'private-file.ts': [],
  // What an operator can do, for the bridge, the command line and the page: declarations alone, which run in a browser.
  operations: [
    ...['plugin/apply/operations/operation-options.ts', 'plugin/state/panel.ts', 'protocol/constants.ts'],
    ...['protocol/task-view.ts', 'read-options.ts', 'store/store.ts'],
  ],
  queue: [],
  'read-options.ts': ['errors.ts', 'protocol/account.ts', 'protocol/split-names.ts'],
  telemetry: ['config/telemetry-options.ts', 'errors.ts'],
  'secret.ts': ['errors.ts'],
  'time-limit.ts': [],
  'to-node-listener.ts': [],
  protocol: ['model/', 'errors.ts'],
  texts: ['protocol/'],
  net: [],
  // Messages in diagrams are checked like messages of the host.
  model: [
    'net/',
    'protocol/',
    'texts/',
    'errors.ts',
    'read-options.ts',
    'time-limit.ts',
    'messages/check-message.ts',
    'messages/message-check.ts',
    'messages/message-types.ts',
  ],
  plugin: OF_THE_PLUGIN,
  store: ['protocol/', 'errors.ts', 'logger.ts', 'lru-cache.ts', 'private-file.ts', 'secret.ts'],
  center: ['protocol/', 'errors.ts', 'logger.ts', 'secret.ts'],
  callback: [
    ...['protocol/', 'texts/', 'errors.ts', 'host/with-timeout.ts', 'logger.ts', 'secret.ts'],
    'telemetry/telemetry.ts',
  ],
  outbox: [
    'store/rows/columns.ts',
    'store/store.ts',
    'center/port.ts',
    'protocol/',
    'errors.ts',
    'logger.ts',
    'lru-cache.ts',
    'queue/',
    'telemetry/',
  ],
  messages: [
    ...['store/store.ts', 'center/port.ts', 'protocol/'],
    ...['errors.ts', 'logger.ts', 'queue/', 'telemetry/'],
  ],
  // Expressions of the host are parsed like those in diagrams.
  config: [
    'model/expressions/',
    'model/default-assignment.ts',
    'model/message-template.ts',
    'model/ttc/allowed-operations.ts',
    'callback/',
    'messages/message-types.ts',
    'protocol/',
    'read-options.ts',
    'store/store-url.ts',
    'texts/',
    'errors.ts',
    'host/',
    'logger.ts',
    'secret.ts',
  ],
  'config.ts': [
    'config/',
    'callback/',

    'protocol/',
    'texts/',
    'errors.ts',
    'host/',
    'logger.ts',
    'secret.ts',
  ],
  // What a service uses that owns its engine, exported by the entry point of the plugin.
  parts: [
    ...['config/', 'center/', 'callback/', 'outbox/', 'protocol/', 'texts/'],
    ...['errors.ts', 'find-named-button.ts', 'logger.ts', 'secret.ts'],
  ],
  // The entry point; the rest of the folder knows nothing of the parts.
  'plugin/index.ts': [
    ...['parts/', 'outbox/', 'center/port.ts', 'config/', 'callback/', 'logger.ts', 'to-node-listener.ts'],
    ...OF_THE_PLUGIN,
  ],
  // The operator's page, which the bridge loads when it is asked for it; it knows only types of the rest.
  admin: [
    ...['bridge/bridge.ts', 'bridge/answers/', 'bridge/operate/', 'operations/'],
    ...['page-files.ts', 'plugin/explain/', 'protocol/', 'store/store.ts', 'host/'],
  ],
  bridge: ['admin/', 'package-root.ts', ...BELOW_THE_BRIDGE],
  // Checks centers, real ones and the sandbox, without code of the bridge.
  conformance: ['sandbox/', 'errors.ts'],
  sandbox: ['protocol/', 'errors.ts', 'find-named-button.ts', 'package-root.ts', 'page-files.ts'],
  // A bridge and a sandbox for the tests of a service.
  testing: ['bridge/', 'sandbox/', 'find-named-button.ts', 'index.ts', 'to-node-listener.ts', ...BELOW_THE_BRIDGE],
  'index.ts': ['bridge/', 'to-node-listener.ts', ...BELOW_THE_BRIDGE],
};

/** The folders of src/bridge, top to bottom: each imports only those below it. The files beside them import all. */
const LAYERS_OF_THE_BRIDGE = ['answers', 'operate', 'loops', 'calls', 'steps', 'definitions', 'context'];

/** The engine's packages; only the plugin imports them, so that one folder handles all their peculiarities. */
const ENGINE = '^(bpmn-engine|bpmn-elements|smqp|moddle-context-serializer)(/|$)';

const DEEPEST_FOLDER = 3;

/** Modules that are loaded only if an option needs them, or when a bridge is created, since their libraries are large. */
const LOADS_LAZILY = [
  'src/bridge/lazy-admin.ts',
  'src/bridge/create-bridge.ts',
  'src/callback/id-token/create-id-token-check.ts',
  'src/parts/open-callbacks.ts',
  'src/parts/open-center.ts',
  'src/store/open-store.ts',
  'src/telemetry/open-telemetry.ts',
];

const notTheEngine = { regex: ENGINE, message: 'Only src/plugin imports the engine.' };
const noDetour = { regex: '^\\./\\.\\./|[^./]/\\.\\./', message: 'Write the shortest path.' };

// The sandbox checks what the bridge sends, so it must not use the bridge's own schemas. Constants of the
// protocol are in capitals (a test checks this), schemas are not.
const onlyConstants = {
  regex: '/protocol/',
  allowTypeImports: true,
  allowImportNamePattern: '^[A-Z][A-Z0-9_]*$',
  message: 'The sandbox takes only types and constants from the protocol and checks raw JSON itself.',
};

function forbid(files, patterns) {
  const lazily = (source) => [
    `ImportExpression > Literal[value=/${source}/]`,
    `TSImportType Literal[value=/${source}/]`,
  ];
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns }],
      'no-restricted-syntax': [
        'error',
        ...['^\\.', ENGINE.replaceAll('/', '\\/')]
          .flatMap(lazily)
          .map((selector) => ({ selector, message: 'Import it at the top of the file, where the import rule looks.' })),
      ],
    },
  };
}

/** @param upward leads out of the folder */
function othersThan(allowed, from, upward) {
  const names = allowed
    .map((name) => (name.endsWith('/') ? name : `${name}$`))
    .join('|')
    .replaceAll('.', '\\.');
  return {
    regex: names === '' ? `^${upward}` : `^${upward}(?!${names})`,
    message: `src/${from} imports of src/ only: ${allowed.join(', ') || 'nothing'} (.config/import-rule.js).`,
  };
}

function forbidOutside(from, allowed) {
  const others = (upward) => othersThan(allowed, from, upward);
  const always = [
    noDetour,
    ...(from === 'plugin' ? [] : [notTheEngine]),
    ...(from === 'sandbox' ? [onlyConstants] : []),
  ];
  if (from === 'plugin/index.ts') return [forbid([`src/${from}`], [others('\\.\\./'), ...always])];
  if (from.endsWith('.ts')) return [forbid([`src/${from}`], [others('\\.\\.?/'), ...always])];
  return Array.from({ length: DEEPEST_FOLDER + 1 }, (_, depth) =>
    forbid([`src/${from}/${'*/'.repeat(depth)}*.ts`], [others(`(?:\\.\\./){${depth + 1}}`), ...always]),
  );
}

const layerRule = [
  forbid(['src/bridge/*/**/*.ts'], [{ regex: '^\\.', message: 'Give this folder its place in LAYERS_OF_THE_BRIDGE.' }]),
  ...LAYERS_OF_THE_BRIDGE.map((layer, index) => {
    const below = LAYERS_OF_THE_BRIDGE.slice(index + 1).map((name) => `${name}/`);
    return forbid(
      [`src/bridge/${layer}/*.ts`],
      [
        othersThan(MAY_IMPORT.bridge, 'bridge', '(?:\\.\\./){2}'),
        othersThan(['../', ...below], `bridge/${layer}`, '\\.\\./'),
        ...[noDetour, notTheEngine],
      ],
    );
  }),
];

/** Folders of code for the browser. */
const PAGES = ['src/page', 'src/sandbox/inbox', 'src/admin/page'];

// Code for the browser: imports what pages share, otherwise only types from outside, and loads parts of itself lazily.
const pageRule = PAGES.flatMap((folder) =>
  Array.from({ length: DEEPEST_FOLDER }, (_, depth) => ruleOfPage(folder, depth)),
);

function ruleOfPage(folder, depth) {
  // `src/page` is two folders above the top of the others.
  const shared = folder === 'src/page' ? '' : '(?!\\.\\./(?:page|operations)/)';
  const outside = {
    regex: `^(?:\\.\\./){${depth + 1}}${shared}`,
    allowTypeImports: true,
    message: `${folder} takes only types, src/page and src/operations from outside of it: the rest does not run in a browser.`,
  };
  const node = { regex: '^node:', message: 'There is no Node in a browser.' };
  return {
    files: [`${folder}/${'*/'.repeat(depth)}*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': ['error', { patterns: [outside, noDetour, notTheEngine, node] }],
      'no-restricted-syntax': 'off',
      'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'setImmediate', '__dirname'],
    },
  };
}

export const importRule = [
  forbid(['src/**/*.ts'], [{ regex: '^\\.', message: 'Give this place its line in .config/import-rule.js.' }]),
  ...Object.entries(MAY_IMPORT).flatMap(([from, allowed]) => forbidOutside(from, allowed)),
  ...layerRule,
  ...pageRule,
  { files: LOADS_LAZILY, rules: { 'no-restricted-syntax': 'off' } },
  // The command line may import everything, also lazily.
  {
    files: ['src/cli/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [notTheEngine] }], 'no-restricted-syntax': 'off' },
  },
];
