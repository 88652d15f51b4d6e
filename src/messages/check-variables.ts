import { CHANNELS, type Channel } from '../protocol/constants.ts';
import { isJsonObject } from '../protocol/fields.ts';
import type { MessageSendRequest } from '../protocol/message-send.ts';
import type { MessageCheck } from './message-check.ts';
import type { MessageType } from './message-types.ts';

const PLACE = 'data.paramValueJson';

/**
 * Checks that every variable has a value in the right place: directly if the type has one template, below the channel if it
 * has one for each channel (spec, Template rules).
 */
export function checkVariables(
  message: MessageSendRequest,
  type: MessageType,
  channels: readonly Channel[],
): MessageCheck {
  const values = message.data.paramValueJson;
  const code = message.messageTypeCode;
  if (!('templates' in type)) {
    return type.template === undefined
      ? { problems: [], warnings: [] }
      : checkValues(PLACE, values, variablesOf(type.template), singleHint(values, code));
  }
  const { templates } = type;
  const asked = CHANNELS.filter((channel) => channels.includes(channel) && templates[channel] !== undefined);
  const checks = asked.map((channel): MessageCheck => {
    const variables = variablesOf(templates[channel] ?? '');
    const ofChannel = values[channel];
    if (ofChannel !== undefined && !isJsonObject(ofChannel)) {
      return { problems: [`${PLACE}.${channel}: must be an object of the variables of that channel`], warnings: [] };
    }
    const hint = `the message type ${code} has a template for each channel`;
    return checkValues(`${PLACE}.${channel}`, ofChannel ?? {}, variables, hint);
  });
  const extra = Object.keys(values).filter((key) => !asked.some((channel) => channel === key));
  return {
    problems: checks.flatMap((check) => check.problems),
    warnings: [
      ...extra.map((key) => `${PLACE}.${key}: is no channel that the message goes to, so nothing reads it`),
      ...checks.flatMap((check) => check.warnings),
    ],
  };
}

/** The names between double curly braces, without duplicates. */
function variablesOf(template: string): string[] {
  return [...new Set([...template.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name.trim()))];
}

function checkValues(
  place: string,
  values: Readonly<Record<string, unknown>>,
  variables: readonly string[],
  hint: string | undefined,
): MessageCheck {
  const missing = variables.filter((name) => !Object.hasOwn(values, name) || values[name] === null);
  const extra = Object.keys(values).filter((name) => !variables.includes(name));
  const because = hint === undefined ? '' : ` (${hint})`;
  return {
    problems: missing.map((name) => `${place}.${name}: the template has {{${name}}}; give it a value there${because}`),
    warnings: extra.map((name) => `${place}.${name}: the template has no {{${name}}}, so nothing reads it`),
  };
}

/** With one template, the most likely mistake is to nest the values below channels. */
function singleHint(values: Readonly<Record<string, unknown>>, code: string): string | undefined {
  const keys = Object.keys(values);
  return keys.length > 0 && keys.every((key) => CHANNELS.some((channel) => channel === key))
    ? `the message type ${code} has one template for all channels, so its values stand directly in ${PLACE}`
    : undefined;
}
