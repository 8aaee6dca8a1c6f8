{{/* All addresses except private and special-purpose ones (RFC 6890), like the programs' own rules. */}}
{{- define "privacy-chat.publicAddresses" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 168.63.129.16/32
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.0.2.0/24
      - 192.168.0.0/16
      - 198.18.0.0/15
      - 198.51.100.0/24
      - 203.0.113.0/24
      - 224.0.0.0/4
      - 240.0.0.0/4
# The only part of IPv6 with global addresses (RFC 4291), without documentation and 6to4.
- ipBlock:
    cidr: 2000::/3
    except: ['2001:db8::/32', '2002::/16']
{{- end }}

{{/* Egress rules for DNS and the named entries of networkPolicy.egress. Takes a list: the root, and the names. */}}
{{- define "privacy-chat.egress" -}}
{{- $root := index . 0 }}
- to: {{ toYaml $root.Values.networkPolicy.dns | nindent 4 }}
  ports:
    {{- range $root.Values.networkPolicy.dnsPorts }}
    - { protocol: UDP, port: {{ . }} }
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- range index . 1 }}
{{- $rule := index $root.Values.networkPolicy.egress . }}
{{- if or $rule.public $rule.to }}
# {{ . }}
- to:
    {{- if $rule.public }}{{ include "privacy-chat.publicAddresses" $root | nindent 4 }}{{ end }}
    {{- with $rule.to }}{{ toYaml . | nindent 4 }}{{ end }}
  ports:
    {{- range $rule.ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}
{{- end }}
{{- end }}
