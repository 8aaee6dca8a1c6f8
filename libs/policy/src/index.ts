/** An organization's rules for personal data: the document, its versions, and the rules that apply to a call. */
export { AcceptCall, type AcceptedCall, CurrentPolicies } from './current-policies';
export {
  IMAGE_RULES,
  OPTIONAL_MCP_TOOLS,
  type ImageRule,
  NO_POLICY,
  type PolicyDocument,
} from './document/policy-document';
export { FindHidden, type HiddenValue, type ShownMode } from './find-hidden';
export {
  acceptRules,
  type CallRequest,
  type ImageHandling,
  Policy,
  protectionOf,
  withImages,
} from './policy';
export { PoliciesModule, PolicyModule } from './policy.module';
export { PreviewPolicy } from './preview-policy';
export { PrunePolicies } from './prune-policies';
export { ReadPolicy, type ShownPolicy } from './read-policy';
export { ReadPolicyVersions } from './read-policy-versions';
export { SetPolicy } from './set-policy';
