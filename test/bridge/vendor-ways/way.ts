import type { EngineVendor } from '../../support/inner/model.ts';
import type { VendorFile } from '../vendor-run.ts';

/** A way in which something of a vendor is read, run to its end. */
export interface Way extends VendorFile {
  readonly title: string;
  readonly of: EngineVendor;
  /** Names as in `test/model/vendors/readings.ts`; none for what only BPMN's own elements say. */
  readonly reads: string;
}

/** One that is refused: it does not run. */
export interface Refusal extends Pick<Way, 'title' | 'of' | 'reads' | 'xml'> {
  readonly refusedBy: string;
}

const NAMESPACES: Readonly<Record<EngineVendor, string>> = {
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  flowable: 'http://flowable.org/bpmn',
  activiti: 'http://activiti.org/bpmn',
  drools: 'http://www.jboss.org/drools',
};

/** A file of a vendor, whose names have the prefix `v`. */
export function drawFile(vendor: EngineVendor, content: string, roots = ''): string {
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:v="${NAMESPACES[vendor]}"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="t">
    <process id="p" isExecutable="true">${content}</process>${roots}</definitions>`;
}

/** A process that others call, as a root of the same file. */
export function drawCalled(content: string, attributes = ''): string {
  return `<process id="called" isExecutable="true" ${attributes}>${content}</process>`;
}

/** Flows along `a > b > c`; several paths are separated by `;`. */
export function along(paths: string): string {
  return paths
    .split(';')
    .map((path) => path.split('>').map((id) => id.trim()))
    .flatMap((ids) => ids.slice(1).map((to, at) => `<sequenceFlow sourceRef="${ids[at]}" targetRef="${to}"/>`))
    .join('');
}

export function extend(content: string): string {
  return `<extensionElements>${content}</extensionElements>`;
}

export const START = '<startEvent id="s"/>';
