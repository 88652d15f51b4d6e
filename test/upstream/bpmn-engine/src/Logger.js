export { default } from '../../../../node_modules/bpmn-engine/src/Logger.js';
