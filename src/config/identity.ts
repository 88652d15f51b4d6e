import * as z from 'zod';
import type { Identity } from '../host/host.ts';
import { isJsonObject } from '../protocol/fields.ts';
import { functionOf, requiredMessage, sameObject, select } from './fields.ts';

const IDENTITIES = "must be { isMember, membersOf?, mayActFor?, nameOf? } or 'trust-center'";
/** Option `identity`. */
export const identity = select<Identity | 'trust-center'>((value) => {
  if (!isJsonObject(value)) return z.literal('trust-center', { error: requiredMessage(IDENTITIES) });
  const functions = {
    isMember: functionOf(),
    membersOf: functionOf().optional(),
    mayActFor: functionOf().optional(),
    nameOf: functionOf().optional(),
  };
  // Checked but not copied: an object of a class may have other members, and its methods need it as `this`.
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return sameObject<Identity>(isPlain ? z.strictObject(functions) : z.object(functions), value);
});
