import { type NamedRecipe, seal } from '../callback/seal.ts';
import { pick, type Random } from '../support/random.ts';
import type { FuzzBridge } from './fuzz-bridge.ts';
import type { Call, Known } from './known.ts';
import { CALL_MUTATIONS, isObject, makeHonestCall } from './make-call.ts';
import { makeHonestQuestion, QUESTION_MUTATIONS } from './make-question.ts';
import { mutate } from './mutate.ts';
import { addNoise, NOISE_KINDS } from './noise.ts';
import type { MayDo, PressTrial, QuestionTrial, Way } from './trial.ts';

const PRESS_PARTS = ['address', 'text', 'token'] as const;
const QUESTION_PARTS = ['address', 'text'] as const;

/** Everything that may be done to a call; a run is worth something only when each of it was. */
export const TRIAL_KINDS: readonly string[] = [
  ...Object.keys(CALL_MUTATIONS).map((kind) => `press, signed: ${kind}`),
  ...PRESS_PARTS.flatMap((part) => NOISE_KINDS.map((kind) => `press, ${part}: ${kind}`)),
  ...Object.keys(QUESTION_MUTATIONS).map((kind) => `question, signed: ${kind}`),
  ...QUESTION_PARTS.flatMap((part) => NOISE_KINDS.map((kind) => `question, ${part}: ${kind}`)),
];

export async function makePress(
  world: FuzzBridge,
  recipe: NamedRecipe,
  random: Random,
  known: Known,
  way: Way,
): Promise<PressTrial> {
  const honest = makeHonestCall(random, pick(random, known.open));
  const { changed: call, kinds } =
    way === 'signed' ? mutate(honest, CALL_MUTATIONS, random, known) : { changed: honest, kinds: [] };
  const isGet = call.method === 'GET';
  const sealed = seal(recipe, JSON.stringify(call.parameters));
  const good = {
    address: signOrInvent(world, call),
    text: isGet ? sealed.query : sealed.body,
    token: await world.tokenOf(call.tokenOf, call.isTokenGood),
  };
  const { parts, kind } = way === 'noisy' ? addNoiseTo(good, PRESS_PARTS, random) : { parts: good, kind: undefined };
  const write = ({ address, text }: typeof good) => (isGet ? `${address}?${text}` : address);
  const meaningOf = (of: typeof good) => readMeaning(recipe, isGet ? new URL(write(of), 'http://any') : of.text);
  return {
    what: 'press',
    way,
    kinds: kind === undefined ? kinds.map((name) => `press, signed: ${name}`) : [`press, ${kind}`],
    call: recipe.kind === 'none' ? { ...call, parameters: meaningOf(parts) } : call,
    mayDo:
      tailOf(write(parts)) !== tailOf(good.address) || parts.token.trim() !== good.token.trim()
        ? 'nothing'
        : judgeMeaning(recipe, meaningOf(good), meaningOf(parts)),
    request: {
      method: call.method,
      path: write(parts),
      headers: {
        'x-id-token': parts.token,
        ...(call.uuid !== '' && { uuid: call.uuid }),
        ...(call.contentType !== '' && { 'content-type': call.contentType }),
      },
      body: isGet ? undefined : Buffer.from(parts.text),
    },
  };
}

/** Host and prefix are not signed, nor is what a client or a router writes in another way for the same path. */
function tailOf(path: string): string {
  return new URL(path, 'http://any').pathname.replace(/^.*(?=\/tasks\/)/, '');
}

function signOrInvent(world: FuzzBridge, { taskId, actionKey }: Call): string {
  try {
    return world.sign(taskId, actionKey);
  } catch {
    return `/any/prefix/tasks/${encodeURIComponent(taskId)}/x/k1.x`;
  }
}

/** The parameters where they stand in the clear, else the cipher text. Undefined: neither. */
function readMeaning(recipe: NamedRecipe, source: URL | string): unknown {
  if (source instanceof URL) {
    const fields = Object.fromEntries(source.searchParams);
    return recipe.kind === 'none' ? fields : fields[recipe.body === 'raw' ? 'data' : recipe.body.field];
  }
  if (recipe.kind !== 'none' && recipe.body === 'raw') return source;
  try {
    const json: unknown = JSON.parse(source.replace(/^\ufeff/, ''));
    if (recipe.kind === 'none') return json;
    return isObject(json) && recipe.body !== 'raw' ? json[recipe.body.field] : undefined;
  } catch {
    return undefined;
  }
}

function judgeMeaning({ kind }: NamedRecipe, good: unknown, sent: unknown): MayDo {
  // Padding and the end of the line belong to the spelling, not to the data.
  const bare = (data: unknown) => (typeof data === 'string' ? data.replace(/\r?\n$/, '').replace(/=+$/, '') : data);
  if (kind === 'none' || bare(sent) === bare(good)) return 'as said';
  return kind === 'aes-gcm' ? 'nothing' : 'anything';
}

export function makeQuestion(world: FuzzBridge, random: Random, known: Known, way: Way): QuestionTrial {
  const honest = makeHonestQuestion(random, known);
  const { changed: question, kinds } =
    way === 'signed' ? mutate(honest, QUESTION_MUTATIONS, random, known) : { changed: honest, kinds: [] };
  const { method, contentType } = question;
  const good = { address: world.statusPath, text: JSON.stringify(question.body) };
  const { parts, kind } = way === 'noisy' ? addNoiseTo(good, QUESTION_PARTS, random) : { parts: good, kind: undefined };
  const lastTwo = (path: string) => new URL(path, 'http://any').pathname.split('/').slice(-2).join('/');
  return {
    what: 'question',
    way,
    kinds: kind === undefined ? kinds.map((name) => `question, signed: ${name}`) : [`question, ${kind}`],
    isAddressed: lastTwo(parts.address) === lastTwo(good.address),
    request: {
      method,
      path: parts.address,
      headers: contentType === '' ? {} : { 'content-type': contentType },
      body: method === 'GET' ? undefined : Buffer.from(parts.text),
    },
  };
}

/** Changes one of the parts; of an address only what is signed. */
function addNoiseTo<Parts extends Readonly<Record<string, string>>>(
  good: Parts,
  names: readonly (keyof Parts & string)[],
  random: Random,
): { readonly parts: Parts; readonly kind: string } {
  const name = pick(random, names);
  const whole = good[name] ?? '';
  const from = name === 'address' ? Math.max(0, whole.search(/\/(tasks|task-status)\//)) : 0;
  const { text, kind } = addNoise(whole.slice(from), random);
  return { parts: { ...good, [name]: whole.slice(0, from) + text }, kind: `${name}: ${kind}` };
}
