/** Other kinds of files, by the namespace or name of the root element. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\/DMN\//i, 'a DMN file; its decisions can be called by business rule tasks'],
  [/\/CMMN\//i, 'a CMMN file, which contains cases and no processes'],
  [/wfmc\.org|XPDL/i, 'an XPDL file; export it as BPMN 2.0'],
  [/jpdl/i, 'a jPDL file; draw it as BPMN 2.0'],
  [/schema\.omg\.org|BPMN\/1/i, 'a file of an older version of BPMN; save it in a modeler for BPMN 2.0'],
  [/^html$/i, 'a web page'],
];

export const BPMN_NAMESPACE = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

/** Why a file is not BPMN 2.0: what it is instead, or what is wrong with its root element. */
export function explainRoot(xml: string): string {
  const [, prefix = '', name = '', attributes = ''] =
    /<(?:([\w.-]+):)?([A-Za-z_][\w.-]*)((?:[^\w.<>-][^<>]*)?)>/.exec(xml.replace(/<!--[\s\S]*?(?:-->|$)/g, '')) ?? [];
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  const namespace = new RegExp(`(?:^|\\s)${declaration}\\s*=\\s*["']([^"']*)`).exec(attributes)?.[1];
  const kind = KINDS.find(([pattern]) => pattern.test(namespace ?? '') || pattern.test(name))?.[1];
  if (kind !== undefined) return `it is ${kind}`;
  if (name === '') return 'it contains no element';
  if (name !== 'definitions') return `its root element is <${name}>, not <definitions> of BPMN 2.0`;
  const given = namespace === undefined ? 'no namespace' : `the namespace ${namespace}`;
  return `its <definitions> has ${given}; write ${declaration}="${BPMN_NAMESPACE}"`;
}
