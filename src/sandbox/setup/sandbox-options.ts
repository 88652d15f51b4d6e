import * as z from 'zod';
import { InputError } from '../../errors.ts';
import type { FaultPlan } from '../faults/fault-rule.ts';
import { listProblems, SAYS_REQUIRED } from '../http/list-problems.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import type { Directory } from './directory.ts';
import { text } from './field-schemas.ts';
import { type SandboxSetup, setupFields } from './sandbox-setup.ts';
import type { Switches } from './switches.ts';

/** The setup of a sandbox, and how it runs. */
export interface SandboxOptions extends SandboxSetup {
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`; with any other, everybody who can reach it has full access. */
  readonly host?: string;
  /**
   * A JSON file that stores the state of the center beyond the process: everything that was answered is in it. Created
   * if missing. One sandbox at a time may use it. Omitted: the state is lost with the process. Holds no access tokens.
   */
  readonly data?: string;
  /** Faults to inject from the start; `sandbox.faults` changes them. Default: none. */
  readonly faults?: FaultPlan;
  /**
   * A file to which every call is appended when it ends, as one line of JSON: a `TrafficEntry` with `run`, which is
   * different after each start. It contains what the calls contain, but no token and no client secret. If it cannot be
   * written, the process emits a warning with the code `SANDBOX_RECORD_ENDED`, and recording ends. Default: none.
   */
  readonly record?: string;
  /** Number of calls to keep in `traffic`; the file of `record` has all of them. Default: no limit. */
  readonly trafficLimit?: number;
  /**
   * Whether the control API is served at `controlUrl`: lists, presses, messages, faults and clock over HTTP. It has no
   * password; pages of other origins cannot use it. Default true.
   */
  readonly controlApi?: boolean;
  /** Called with every call, in and out, when it ends. */
  readonly onCall?: (entry: TrafficEntry) => void;
  /** Returns epoch milliseconds. */
  readonly clock?: () => number;
  /** Makes ids of transactions, and of tasks that have none. */
  readonly newId?: () => string;
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

type WithoutDefault = 'data' | 'faults' | 'newId' | 'onCall' | 'record' | 'trafficLimit' | 'transTypeCodes';

/** The options with all defaults. */
export type ReadOptions = Required<Omit<SandboxOptions, WithoutDefault>> &
  Pick<SandboxOptions, WithoutDefault> & { readonly directory: Required<Directory>; readonly switches: Switches };

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
