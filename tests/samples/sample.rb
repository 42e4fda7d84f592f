# frozen_string_literal: true
require "set"
module Outer
  LIMIT = 3
  class Square < Base
    include Comparable
    attr_reader :side, :name
    def initialize(side = 1, *names, key: nil, **rest, &block)
      super(side)
      @side, @@count = side, 0
      names.each do |name|
        next if name.nil?
        puts "#{name}: #{side + 1}"
      end
    end
    def area(scale)
      if scale > 2 && @side
        return scale * -1
      elsif scale == 1 then 2
      else
        raise ArgumentError, "bad" unless block_given?
      end
      case scale
      when 1, 2 then :small
      when Float
        yield scale
      else nil
      end
    rescue StandardError => e
      warn e.message
    ensure
      @side -= 1
    end
    def self.make = new(2)
  end
end
text = <<~EOS
  Dear #{name},
    friend
EOS
list = %w[a b].map(&:to_sym).select { |x| x =~ /a+/ }
while list.any? do list.pop end
f = ->(x, y = 2) { x ** y }
h = { "a" => 1, b: [1, 2], **{} }
p(f.call(1), h[:b]&.first, 1 ... 3)
