/** Images: made by a provider from anonymized prompts, kept encrypted, served by signed links. */
export { GenerateImage, type GeneratedImage } from './generate-image';
export { ImageGenerator, imageType, type ImageOptions } from './image-generator';
export { ImageLinks, ReadImage } from './image-links';
export { ImagesModule } from './images.module';
