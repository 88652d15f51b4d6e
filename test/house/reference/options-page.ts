import { codeInCell, type DocumentedMember, inCell, readInterface } from './interfaces.ts';

/** An object among the options: where it stands, and the interface that describes it. */
export interface OptionGroup {
  readonly path: string;
  readonly name: string;
  readonly file: string;
}

const OPTIONS = 'src/config/bridge-options.ts';
const CIPHER = 'src/config/cipher-options.ts';
const ID_TOKEN = 'src/config/id-token-options.ts';

/** All of `createBridge`, in the order of the page. */
export const BRIDGE_OPTIONS: readonly OptionGroup[] = [
  { path: 'createBridge', name: 'BridgeOptions', file: OPTIONS },
  { path: 'center', name: 'CenterOptions', file: OPTIONS },
  { path: 'callback', name: 'CallbackOptions', file: OPTIONS },
  { path: 'callback.signingKeys[]', name: 'SigningKeyOptions', file: OPTIONS },
  { path: "callback.cipher: { kind: 'aes-gcm' }", name: 'AesGcmOptions', file: CIPHER },
  { path: "callback.cipher: { kind: 'aes-cbc' }", name: 'AesCbcOptions', file: CIPHER },
  { path: "callback.cipher: { kind: 'sm4-cbc' }", name: 'Sm4CbcOptions', file: CIPHER },
  { path: "callback.cipher: { kind: 'aes-ecb' }", name: 'AesEcbOptions', file: CIPHER },
  { path: 'callback.idToken: { jwksUrl }', name: 'JwksIdTokenOptions', file: ID_TOKEN },
  { path: 'callback.idToken: { key }', name: 'KeyIdTokenOptions', file: ID_TOKEN },
  { path: 'identity', name: 'Identity', file: 'src/host/host.ts' },
  { path: 'expressions', name: 'ExpressionOptions', file: 'src/config/expressions.ts' },
  { path: 'circulation', name: 'CirculationOptions', file: 'src/config/circulation.ts' },
  { path: 'defaults', name: 'ProcessDefaults', file: 'src/config/process-defaults.ts' },
  { path: 'outbox', name: 'OutboxOptions', file: OPTIONS },
  { path: 'jobs', name: 'JobOptions', file: OPTIONS },
  { path: 'retention', name: 'RetentionOptions', file: OPTIONS },
  { path: 'limits', name: 'LimitOptions', file: 'src/config/limits.ts' },
];

/** The parts of the plugin that are used alone; what they share with a bridge means the same there. */
const PART_OPTIONS: readonly OptionGroup[] = [
  { path: 'createEngineHost', name: 'EngineHostOptions', file: 'src/plugin/stored/engine-host-options.ts' },
  { path: 'openCenter', name: 'CenterConnection', file: 'src/parts/center-connection.ts' },
  { path: 'openCallbacks', name: 'CallbacksOptions', file: 'src/parts/callbacks.ts' },
  { path: 'composeTaskStatus', name: 'TaskStatusOptions', file: 'src/plugin/outcome/compose-task-status.ts' },
  { path: 'openAddresses', name: 'AddressOptions', file: 'src/parts/callbacks.ts' },
];

const PLUGIN_OPTIONS: readonly OptionGroup[] = [
  { path: 'createPlugin', name: 'PluginOptions', file: 'src/plugin/live/plugin-options.ts' },
  { path: 'engine', name: 'CallerEngineOptions', file: 'src/plugin/live/plugin-options.ts' },
];

/** What its words say stands in for an option that is left out; undefined where they say nothing. */
export function defaultOf({ text }: Pick<DocumentedMember, 'text'>): string | undefined {
  const [, said] = /\bDefault: (.*?)(?:\.(?=\s|$)|$)/.exec(text) ?? [];
  return said;
}

export function renderOptions(): string {
  return [
    '# Options',
    '',
    'Unknown options are refused, and all problems are reported at once (`ERR_CONFIG_INVALID`, `details.problems`). Times are in milliseconds where the name ends in `Ms`.',
    ...BRIDGE_OPTIONS.map((group) => renderGroup(group, '##')),
    '## createPlugin',
    '',
    'Options of `bpmn-transaction-bridge/plugin`.',
    ...PLUGIN_OPTIONS.map((group) => renderGroup(group, '###')),
    ...PART_OPTIONS.map((group) => renderGroup(group, '##')),
  ].join('\n');
}

/** Of a function, not of an object among its options. */
const FUNCTIONS = /^(create|open|compose)[A-Z]\w+$/;

function renderGroup({ path, name, file }: OptionGroup, level: string): string {
  const { text, members } = readInterface(file, name);
  return [
    ...(path === 'createPlugin' ? [''] : ['', `${level} ${FUNCTIONS.test(path) ? path : `\`${path}\``}`, '', text, '']),
    '| option | type | default | what it does |',
    '|---|---|---|---|',
    ...members.map(renderOption),
    '',
  ].join('\n');
}

function renderOption(member: DocumentedMember): string {
  const without = member.text.replace(/\s*\bDefault: (?:.*?)(?:\.(?=\s|$)|$)/, '').trim();
  const standIn = defaultOf(member) ?? (member.isOptional ? '' : '**required**');
  const words = inCell(without === '' ? '' : without);
  return `| \`${member.name}\` | ${codeInCell(member.type)} | ${inCell(standIn)} | ${words} |`;
}
