import { DEFAULT_APPS } from '../../sandbox/setup/apps.ts';
import { DEFAULT_DIRECTORY, type Directory, nameOf } from '../../sandbox/setup/directory.ts';
import { DEFAULT_MESSAGE_TYPES } from '../../sandbox/setup/message-types.ts';
import type { SandboxSetup } from '../../sandbox/setup/sandbox-setup.ts';
import { CHINESE } from './chinese.ts';
import { MATTERS, type Matter, NEWS, SUBMIT } from './demo-matters.ts';

export const DEMO_LANGUAGES = ['en', 'zh'] as const;
/** The language of diagrams, people, summaries, opinions and messages; accounts are the same in both. */
export type DemoLanguage = (typeof DEMO_LANGUAGES)[number];

/** Has the task while a process waits and nobody has to act. */
export const SERVICE_ACCOUNT = 'demo-service';

/** The company of the demo in one language. */
export interface Company {
  readonly language: DemoLanguage;
  /** Of the bridge's own texts, and of pages. */
  readonly locale: 'en' | 'zh-CN';
  readonly directory: Required<Directory>;
  readonly setup: Required<Pick<SandboxSetup, 'directory' | 'apps' | 'messageTypes'>>;
  readonly matters: readonly Matter[];
  readonly news: { readonly sendId: string; readonly title: string; readonly text: string };
  /** Label of buttons without a name in the diagrams. */
  readonly submit: string;
  /** Between names. */
  readonly and: string;
  personName(account: string): string;
  /** The text in the language, with the values of its `{placeholders}`; itself if it has no translation. */
  say(text: string, values?: Readonly<Record<string, string>>): string;
  /** A diagram with its names, summaries and messages in the language. */
  translateDiagram(xml: string): string;
}

export function createCompany(language: DemoLanguage): Company {
  const translate = (text: string) => (language === 'en' ? text : (CHINESE[text] ?? text));
  const service = { account: SERVICE_ACCOUNT, name: 'Business system of the demo' };
  const accounts = [...DEFAULT_DIRECTORY.accounts, service];
  const directory = mapTexts({ ...DEFAULT_DIRECTORY, accounts }, translate);
  return {
    language,
    locale: language === 'en' ? 'en' : 'zh-CN',
    directory,
    setup: {
      directory,
      apps: DEFAULT_APPS.map((app) => ({ ...app, name: translate(app.name) })),
      messageTypes: mapTexts(DEFAULT_MESSAGE_TYPES, translate),
    },
    matters: mapTexts(MATTERS, translate),
    news: mapTexts(NEWS, translate),
    submit: translate(SUBMIT),
    and: language === 'en' ? ', ' : '、',
    personName: (account) => nameOf(directory, account),
    say: (text, values = {}) => translate(text).replace(/\{(\w+)\}/g, (found, name: string) => values[name] ?? found),
    translateDiagram: (xml) =>
      xml
        .replace(TASK, (start, before: string, text: string) => {
          const known = language === 'en' ? undefined : CHINESE[`task: ${text}`];
          return known === undefined ? start : `${before}"${known}"`;
        })
        .replace(SHOWN, (_attribute, name: string, text: string) => `${name}="${translate(text)}"`),
  };
}

/** The attributes of a diagram that people see. */
const SHOWN = /\b(name|title|content|value|transactionName)="([^"]+)"/g;

/** A task that is named like its button in English, and otherwise in Chinese. */
const TASK = /(<bpmn:userTask [^>]*\bname=)"([^"]+)"/g;

/** The language of this machine, if the demo has it. */
export function languageHere(): DemoLanguage {
  return Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh') ? 'zh' : 'en';
}

/** The same data with all its texts translated; what has no translation, such as an id, stays. */
function mapTexts<Data>(data: Data, translate: (text: string) => string): Data {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return translate(value);
    if (Array.isArray(value)) return value.map(map);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, map(each)]));
  };
  return map(data) as Data;
}
