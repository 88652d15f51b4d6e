import { JsonObject } from '../../protocol/json-object.ts';
import { reader } from '../../read-options.ts';

/** Each throws `InputError` `ERR_INPUT_INVALID` with the path of every problem, see {@link JsonObject}. */
export const readVariables = reader(JsonObject, 'setVariables');
export const readStartVariables = reader(JsonObject.default({}), 'start');
export const readPayload = reader(JsonObject.optional(), 'deliver');
