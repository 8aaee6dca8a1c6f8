/** Images: made by a provider from anonymized prompts, kept encrypted, served by signed links. */
export { GenerateImage, type GeneratedImage } from './generate-image';
export { ImageLinks } from './image-links';
export { imageType } from './image-type';
export { ImagesModule } from './images.module';
export { ReadImage } from './read-image';
