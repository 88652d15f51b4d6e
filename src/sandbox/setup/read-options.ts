import * as z from 'zod';
import { InputError } from '../../errors.ts';
import type { CallbackCipher } from '../http/callback-cipher.ts';
import { listProblems, SAYS_REQUIRED } from '../http/list-problems.ts';
import type { SandboxApp } from './apps.ts';
import type { Directory } from './directory.ts';
import { text } from './field-schemas.ts';
import type { SandboxMessageTypes } from './message-types.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import type { SandboxSetup } from './sandbox-setup.ts';
import { setupFields } from './setup-schema.ts';
import type { Switches } from './switches.ts';

/** The options with all defaults. */
export interface ReadOptions
  extends Required<Omit<SandboxSetup, 'directory' | 'switches' | 'transTypeCodes'>>,
    Pick<SandboxOptions, 'data' | 'faults' | 'newId' | 'onCall' | 'record' | 'trafficLimit' | 'transTypeCodes'>,
    Required<Pick<SandboxOptions, 'port' | 'host' | 'clock' | 'controlApi'>> {
  readonly directory: Required<Directory>;
  readonly apps: readonly SandboxApp[];
  readonly messageTypes: SandboxMessageTypes;
  readonly callbackCipher: CallbackCipher;
  readonly switches: Switches;
}

const aFunction = z.custom<() => never>((value) => typeof value === 'function', { error: 'must be a function' });

const setupSchema = z.strictObject(setupFields);

const isPort = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535;

/** The schema of each option. */
export const optionFields = {
  ...setupFields,
  port: z.custom<number>(isPort, { error: 'must be a whole number from 0 to 65535' }).default(0),
  host: text.default('127.0.0.1'),
  data: text.optional(),
  // Validated by `readFaultPlan`, as a plan that is set later.
  faults: z.unknown().optional(),
  record: text.optional(),
  trafficLimit: z.int().positive().optional(),
  controlApi: z.boolean().default(true),
  clock: aFunction.default(() => Date.now as () => never),
  newId: aFunction.optional(),
  onCall: aFunction.optional(),
} satisfies Record<keyof SandboxOptions, z.ZodType>;

const optionsSchema = z.strictObject(optionFields);

/**
 * Validates all options and fills in the defaults.
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists all problems, each with its path
 */
export function readOptions(options: SandboxOptions): ReadOptions {
  // The two types differ only in optional fields, which Zod allows to be undefined.
  return check(optionsSchema, options, 'the options of the sandbox are') as ReadOptions;
}

/**
 * Validates the content of a setup file, with the schemas of `readOptions`, and returns it unchanged.
 * @param where names the file, for the message
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists all problems, each with its path
 */
export function readSetup(raw: unknown, where: string): SandboxSetup {
  check(setupSchema, raw, `the setup in ${where} is`);
  return raw as SandboxSetup;
}

function check(schema: z.ZodType, raw: unknown, what: string): unknown {
  const parsed = schema.safeParse(raw, SAYS_REQUIRED);
  if (parsed.success) return parsed.data;
  const problems = listProblems(parsed.error);
  const lines = problems.map(({ path, message }) => `- ${path}: ${message}`);
  throw new InputError('ERR_CONFIG_INVALID', [`${what} invalid:`, ...lines].join('\n'), { details: { problems } });
}
