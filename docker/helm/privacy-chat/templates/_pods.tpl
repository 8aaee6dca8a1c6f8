{{/* Settings of every pod: no Kubernetes token, no root, no privilege escalation. */}}
{{- define "privacy-chat.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with .Values.user }}
  runAsUser: {{ int64 . }}
  runAsGroup: {{ int64 . }}
  fsGroup: {{ int64 . }}
  {{- end }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "privacy-chat.containerSecurity" -}}
runAsNonRoot: true
{{- with .Values.user }}
runAsUser: {{ int64 . }}
runAsGroup: {{ int64 . }}
{{- end }}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The keys of the one Secret that both programs read. */}}
{{- define "privacy-chat.secretKeys" -}}
{{ concat (list "DATABASE_URL" "REDIS_URL" "ENCRYPTION_KEYS" "JWT_KEYS") .Values.secrets.keys | uniq | toJson }}
{{- end }}

{{/* The environment of both programs. Secrets are mounted as files, so that process lists and dumps of the environment contain none. */}}
{{- define "privacy-chat.environment" -}}
{{- range include "privacy-chat.secretKeys" . | fromJsonArray }}
- { name: {{ . }}_FILE, value: /run/secrets/privacy-chat/{{ . }} }
{{- end }}
{{- if .Values.certificateAuthorities.existingConfigMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /run/authorities/{{ .Values.certificateAuthorities.key }} }
- { name: WEBHOOK_CA_FILE, value: /run/authorities/{{ .Values.certificateAuthorities.key }} }
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "privacy-chat.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
- { name: secrets, mountPath: /run/secrets/privacy-chat, readOnly: true }
{{- if .Values.certificateAuthorities.existingConfigMap }}
- { name: authorities, mountPath: /run/authorities, readOnly: true }
{{- end }}
{{- if has .Values.models.from (list "modelImage" "claim") }}
- { name: models, mountPath: {{ .Values.models.path }}, readOnly: true }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "privacy-chat.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
- name: data
  {{- if eq .Values.blobs.kind "volume" }}
  persistentVolumeClaim: { claimName: {{ .Values.blobs.volume.existingClaim | default (printf "%s-blobs" (include "privacy-chat.name" .)) }} }
  {{- else }}
  emptyDir: { sizeLimit: 64Mi }
  {{- end }}
- name: secrets
  secret:
    secretName: {{ .Values.secrets.existingSecret }}
    defaultMode: 0440
    items:
      {{- range include "privacy-chat.secretKeys" . | fromJsonArray }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- if .Values.certificateAuthorities.existingConfigMap }}
- name: authorities
  configMap: { name: {{ .Values.certificateAuthorities.existingConfigMap }} }
{{- end }}
{{- if eq .Values.models.from "claim" }}
- name: models
  persistentVolumeClaim: { claimName: {{ .Values.models.claim }}, readOnly: true }
{{- else if eq .Values.models.from "modelImage" }}
- name: models
  emptyDir: { sizeLimit: {{ .Values.models.size }} }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Converts a size in Mi or Gi to Mi. */}}
{{- define "privacy-chat.mebibytes" -}}
{{- if hasSuffix "Gi" . }}{{ mul 1024 (trimSuffix "Gi" . | int) }}{{ else }}{{ trimSuffix "Mi" . | int }}{{ end }}
{{- end }}

{{/*
Resources of a program. Copied models count as ephemeral storage of the pod: the kubelet evicts a pod that stores more than
its limits. Takes a list: the root, and the resources.
*/}}
{{- define "privacy-chat.resources" -}}
{{- $root := index . 0 }}
{{- $resources := deepCopy (index . 1) }}
{{- if eq $root.Values.models.from "modelImage" }}
{{- $models := include "privacy-chat.mebibytes" $root.Values.models.size | int }}
{{- range $kind := list "requests" "limits" }}
{{- with index $resources $kind }}
{{- with index . "ephemeral-storage" }}
{{- $sum := add $models (include "privacy-chat.mebibytes" .) }}
{{- $_ := set (index $resources $kind) "ephemeral-storage" (printf "%dMi" $sum) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- toYaml $resources }}
{{- end }}

{{/* Copies the speech models from an image that contains nothing else. */}}
{{- define "privacy-chat.modelCopy" -}}
{{- if eq .Values.models.from "modelImage" }}
initContainers:
  - name: models
    image: {{ .Values.models.modelImage }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    command: [cp, -R, '{{ .Values.models.path }}/.', /copy]
    securityContext: {{ include "privacy-chat.containerSecurity" . | nindent 6 }}
    resources:
      requests: { cpu: 100m, memory: 64Mi, ephemeral-storage: 16Mi }
      limits: { memory: 256Mi, ephemeral-storage: 64Mi }
    volumeMounts:
      - { name: models, mountPath: /copy }
{{- end }}
{{- end }}

{{/*
Placement of a program's pods: spread over zones and nodes if there are several; all on one node if the volume allows only
one. Takes a list: the root, and the component, which is also the name of its values.
*/}}
{{- define "privacy-chat.placement" -}}
{{- $root := index . 0 }}
{{- $component := index . 1 }}
{{- $values := index $root.Values $component }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels: {{ include "privacy-chat.selector" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $component }}
  {{- end }}
{{- with include "privacy-chat.affinity" $root }}
{{ . }}
{{- else }}
{{- with $values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* Puts a pod on the node of the others if only one node can mount the volume. */}}
{{- define "privacy-chat.affinity" -}}
{{- if and (eq .Values.blobs.kind "volume") (eq .Values.blobs.volume.accessMode "ReadWriteOnce") -}}
affinity:
  podAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels: {{ include "privacy-chat.selector" . | nindent 12 }}
{{- end }}
{{- end }}

{{/*
The replicas of a program. An autoscaled program keeps as many as run now: without a number in the manifest, Kubernetes would
reset a number that an earlier manifest had to 1. Takes a list: the root, and the component.
*/}}
{{- define "privacy-chat.replicas" -}}
{{- $root := index . 0 }}
{{- $component := index . 1 }}
{{- $values := index $root.Values $component }}
{{- if eq $values.autoscaling.kind "off" -}}
replicas: {{ $values.replicas }}
{{- else }}
{{- with lookup "apps/v1" "Deployment" $root.Release.Namespace (printf "%s-%s" (include "privacy-chat.name" $root) $component) -}}
replicas: {{ max $values.autoscaling.min .spec.replicas }}
{{- end }}
{{- end }}
{{- end }}
