# The image for both architectures, with its bill of materials (SPDX, of system packages too) and its provenance attached:
#
#   COMMIT=$(git rev-parse HEAD) SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) docker buildx bake -f docker/bake.hcl --push
#
# Files in the layers are then no younger than the commit, so that two builds differ only in what Debian and the base image
# changed meanwhile: name the base image by its digest (NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:...) for reproducible builds.

variable "IMAGE" {
  default = "privacy-chat"
}

variable "VERSION" {
  default = "0.2.0"
}

# The commit of the sources, which the programs report.
variable "COMMIT" {
  default = "unknown"
}

# If not set: the image of the Dockerfile.
variable "NODE_IMAGE" {
  default = ""
}

variable "SOURCE_DATE_EPOCH" {
  default = ""
}

group "default" {
  targets = ["image"]
}

target "image" {
  context    = "."
  dockerfile = "docker/Dockerfile"
  platforms  = ["linux/amd64", "linux/arm64"]
  tags       = ["${IMAGE}:${VERSION}"]
  args = {
    COMMIT            = COMMIT
    NODE_IMAGE        = NODE_IMAGE != "" ? NODE_IMAGE : null
    SOURCE_DATE_EPOCH = SOURCE_DATE_EPOCH != "" ? SOURCE_DATE_EPOCH : null
  }
  labels = {
    "org.opencontainers.image.version"  = VERSION
    "org.opencontainers.image.revision" = COMMIT
  }
  attest = ["type=sbom", "type=provenance,mode=max"]
  output = ["type=image,oci-mediatypes=true,rewrite-timestamp=true"]
}
