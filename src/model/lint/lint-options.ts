import * as z from 'zod';
import { BridgeError, InputError } from '../../errors.ts';
import type { MessageType, MessageTypes } from '../../messages/message-types.ts';
import { type AccountNames, namesOrExpressions, reader } from '../../read-options.ts';
import { defaultAssignmentOf } from '../default-assignment.ts';
import type { ModelOptions } from '../model-options.ts';

/** The options of a bridge that affect how diagrams are checked. They contain no address and no secret. */
export interface LintOptions {
  /** Same as the option of `bridge.deploy`: warnings about guesses become errors. Default: false. */
  readonly strict?: boolean;
  /** Same as the option of `createBridge`; without it, a task that names nobody is an error. */
  readonly defaults?: LintDefaults;
  /** Whether `createBridge` is given `assign`, which may name who handles a task. Default: false. */
  readonly assign?: boolean;
  /** Whether `identity` has `membersOf`, so that reports can name a member of a group. Default: false. */
  readonly membersOf?: boolean;
  /** Names of the functions in `services`; a diagram that calls another function is refused. Default: all names are accepted. */
  readonly services?: readonly string[];
  /** Names of the functions in `expressions.functions`; a diagram that calls another function is refused. Default: all names are accepted. */
  readonly functions?: readonly string[];
  /** Whether `createBridge` is given `scripts`; false: a diagram with scripts is refused. Default: true. */
  readonly scripts?: boolean;
  /** Whether `createBridge` is given `circulation`; false: circulation buttons that send no message get a warning. Default: true. */
  readonly circulation?: boolean;
  /** Same as `center.reportGone` of `createBridge`. Default: true. */
  readonly reportGone?: boolean;
  /** Same as the option of `createBridge`: messages of diagrams are checked against these types. Default: none. */
  readonly messageTypes?: MessageTypes;
}

/** The `defaults` of `createBridge` that affect how a diagram is checked. */
export interface LintDefaults {
  /** Accounts that handle a task that names nobody. */
  readonly handlers?: AccountNames;
  /** Groups that handle such a task, instead of `handlers`. */
  readonly handlingGroup?: AccountNames;
  /** The account under which timers start processes, which has the task while nobody has to act, and which reports name for a group task that nobody handled. */
  readonly systemHandler?: string;
}

const text = z.string().min(1);
const names = z.array(text).transform((list): ReadonlySet<string> => new Set(list));
const schema = z.strictObject({
  strict: z.boolean().default(false),
  defaults: z
    .strictObject({
      handlers: namesOrExpressions.optional(),
      handlingGroup: namesOrExpressions.optional(),
      systemHandler: text.optional(),
    } satisfies Record<keyof LintDefaults, z.ZodType>)
    .refine(({ handlers, handlingGroup }) => handlers === undefined || handlingGroup === undefined, {
      path: ['handlingGroup'],
      error: 'must not be set together with handlers: a task goes to accounts or to groups',
    })
    .prefault({}),
  assign: z.boolean().default(false),
  membersOf: z.boolean().default(false),
  services: names.optional(),
  functions: names.optional(),
  scripts: z.boolean().default(true),
  circulation: z.boolean().default(true),
  reportGone: z.boolean().default(true),
  // Only the type is checked here; `createBridge` validates the content.
  messageTypes: z
    .record(
      text,
      z.custom<MessageType>((value) => typeof value === 'object' && value !== null),
    )
    .default({}),
} satisfies Record<keyof LintOptions, z.ZodType>);

const readOptions = reader(schema, 'lintFiles');

/** The settings of a lint, in the form that a deployment uses. */
export interface LintSettings {
  readonly options: ModelOptions;
  readonly messageTypes: MessageTypes;
  readonly systemHandler: string | undefined;
}

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readLintOptions(given: LintOptions): LintSettings {
  const { defaults, assign, membersOf, messageTypes, services, functions, ...flags } = readOptions(given);
  const { systemHandler } = defaults;
  const defaultAssignment = assignmentOf(defaults);
  const options: ModelOptions = {
    ...{ strict: flags.strict, scripts: flags.scripts, circulation: flags.circulation },
    reportsGone: flags.reportGone,
    assigns: assign,
    showsWaits: systemHandler !== undefined,
    namesGroupMember: systemHandler !== undefined || membersOf,
    ...(defaultAssignment && { defaultAssignment }),
    ...(services && { services }),
    ...(functions && { functions }),
  };
  return { options, messageTypes, systemHandler };
}

function assignmentOf(defaults: z.output<typeof schema>['defaults']): ModelOptions['defaultAssignment'] {
  try {
    const assignment = defaultAssignmentOf(defaults);
    if (assignment?.expressions.length !== 0) return assignment;
    throw new InputError('ERR_INPUT_INVALID', `lintFiles was given ${assignment.from} that name nobody.`);
  } catch (error) {
    if (!(error instanceof BridgeError) || error instanceof InputError) throw error;
    throw new InputError(
      'ERR_INPUT_INVALID',
      `lintFiles was given defaults that are not valid expressions: ${error.message}`,
    );
  }
}
