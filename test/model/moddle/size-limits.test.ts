/** How large a diagram may be, to the element and to the level: as a text, and as a tree that somebody else has parsed. */
import { describe, expect, test } from 'vitest';
import { createElement, parseBpmn } from '../../../src/model/moddle/parse-bpmn.ts';
import { MAX_DEPTH, MAX_ELEMENTS, refuseLargeTree, scanMarkup } from '../../../src/model/moddle/scan-markup.ts';

const NAMESPACE = 'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"';
const EMPTY = `<definitions ${NAMESPACE}/>`;

const flatText = (elements: number) => `<definitions ${NAMESPACE}>${'<message/>'.repeat(elements - 1)}</definitions>`;
const deepText = (levels: number) => `${'<subProcess>'.repeat(levels)}${'</subProcess>'.repeat(levels)}`;

async function flatTree(elements: number) {
  const { definitions } = await parseBpmn(EMPTY);
  const messages = Array.from({ length: elements - 1 }, () => createElement('bpmn:Message', {}));
  definitions.set('rootElements', messages);
  return definitions;
}

/** Below the definitions and a process, sub-processes inside each other. */
async function deepTree(levels: number) {
  const { definitions } = await parseBpmn(EMPTY);
  let inner = createElement('bpmn:SubProcess', {});
  for (let level = 3; level < levels; level += 1) inner = createElement('bpmn:SubProcess', { flowElements: [inner] });
  definitions.set('rootElements', [createElement('bpmn:Process', { flowElements: [inner] })]);
  return definitions;
}

describe('a text', () => {
  test(`has at most ${MAX_ELEMENTS} elements`, () => {
    expect(scanMarkup(flatText(MAX_ELEMENTS))).toBeUndefined();
    expect(scanMarkup(flatText(MAX_ELEMENTS + 1))).toContain(`more than ${MAX_ELEMENTS} elements`);
  });

  test(`nests them at most ${MAX_DEPTH} levels deep`, () => {
    expect(scanMarkup(deepText(MAX_DEPTH))).toBeUndefined();
    expect(scanMarkup(deepText(MAX_DEPTH + 1))).toContain(`more than ${MAX_DEPTH} levels deep`);
  });
});

describe('a tree', () => {
  test(`has at most ${MAX_ELEMENTS} elements`, async () => {
    refuseLargeTree(await flatTree(MAX_ELEMENTS));
    const tooLarge = await flatTree(MAX_ELEMENTS + 1);
    expect(() => refuseLargeTree(tooLarge)).toThrow(`has more than ${MAX_ELEMENTS} elements`);
  });

  test(`nests them at most ${MAX_DEPTH} levels deep`, async () => {
    refuseLargeTree(await deepTree(MAX_DEPTH));
    const tooDeep = await deepTree(MAX_DEPTH + 1);
    expect(() => refuseLargeTree(tooDeep)).toThrow(`more than ${MAX_DEPTH} levels deep`);
  });
});
