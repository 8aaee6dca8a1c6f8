/** Finds and replaces personal data in the texts of every call. */
export {
  HideTexts,
  originalValues,
  shownValues,
  type EntityMap,
  type SearchedTexts,
  type TextsToHide,
  type TextToSearch,
} from './hide-texts';
export { HidingModule } from './hiding.module';
