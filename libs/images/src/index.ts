/** Images that a provider generates from anonymized prompts. They are stored encrypted and served by signed links. */
export { GenerateImage, type GeneratedImage } from './generate-image';
export {
  ImageGenerator,
  imageType,
  type EditOptions,
  type ImageOptions,
  type ImagesToEdit,
  type SentImage,
} from './image-generator';
export { ImageLinks } from './image-links';
export { ImagesModule } from './images.module';
export { ReadImage } from './read-image';
